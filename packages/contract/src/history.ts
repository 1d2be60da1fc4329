import { z } from 'zod'
import { listOf, pageQuery } from './page.ts'

export const historyQuery = z.object(pageQuery())
export type HistoryQuery = z.output<typeof historyQuery>

/** A field that an update changed, as people read it; '' if empty. Numbers are masked, so both states may look the same. */
const change = z.object({ label: z.string(), before: z.string(), after: z.string() })

/** Who changed a record, the latest first: its entries in the operation log (`GET …/{code}/history`). */
export const recordHistory = z.object(
  listOf(
    z.object({
      created_at: z.string(),
      user_name: z.string(),
      action: z.enum(['create', 'import', 'update', 'write_off']),
      /** What an update changed; empty for other actions. */
      changes: z.array(change),
      /** The lines of a payment that an update added, changed or removed. */
      lines: z.array(
        z.object({
          title: z.string(),
          state: z.enum(['added', 'changed', 'removed']),
          changes: z.array(change),
        }),
      ),
      /** False: the record has too many lines to compare them here; the operation log has them all. */
      complete: z.boolean(),
    }),
  ),
)
export type RecordHistory = z.output<typeof recordHistory>
