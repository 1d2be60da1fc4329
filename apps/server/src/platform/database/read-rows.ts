import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { ExportSlot } from '../files/export-slot.ts'
import { inSlice } from './connections/background.ts'
import { SLOW } from './connections/limits.ts'
import type { Db } from './database.ts'

const FETCH_ROWS = 1_000

/** Returns all rows of a small SELECT from the same snapshot. */
export type Ask = <T extends pg.QueryResultRow>(select: RawBuilder<T>) => Promise<T[]>

/**
 * Yields the rows of one SELECT in batches, by a cursor in one snapshot: constant memory, and concurrent writes are not seen. `before` may
 * query what the rows refer to, in the same snapshot. `batch`: rows fetched at once, fewer for large rows. Releases the slot after the
 * last row, or when the reader stops.
 */
export async function* readRows<T extends pg.QueryResultRow>(
  slot: ExportSlot,
  db: Db,
  select: RawBuilder<T>,
  before?: (ask: Ask) => Promise<void>,
  batch = FETCH_ROWS,
): AsyncGenerator<T[]> {
  const { sql, parameters } = select.compile(db)
  const client = slot.begin()
  let failed: Error | undefined
  let next: Promise<pg.QueryResult<T>> | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await before?.(async (asked) => {
      const { sql, parameters } = asked.compile(db)
      return (await client.query(sql, [...parameters])).rows
    })
    await client.query(`declare all_rows no scroll cursor for ${sql}`, [...parameters])
    const fetch = () => {
      const fetched = inSlice(client, () => client.query<T>(`fetch ${batch} from all_rows ${SLOW}`))
      // Keeps an early error from counting as unhandled; it is thrown when the reader asks for these rows.
      fetched.catch(() => undefined)
      return fetched
    }
    next = fetch()
    for (;;) {
      const { rows } = await next
      // Fetched ahead, so that the database works while these rows are processed.
      if (rows.length === batch) next = fetch()
      yield rows
      if (rows.length < batch) return
    }
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    // Also runs if the reader stops early: a FETCH still waiting for its slice would otherwise run in the connection's next export.
    await next?.catch(() => undefined)
    // A connection that cannot roll back is destroyed.
    await client.query('rollback').catch((error: Error) => {
      failed = error
    })
    slot.end(failed)
  }
}
