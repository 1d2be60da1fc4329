import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { ExportSlot } from './export-slot.ts'

const AT_ONCE = 1_000

/** Answers all rows of a small SELECT, of the same moment. */
export type Ask = <T extends pg.QueryResultRow>(select: RawBuilder<T>) => Promise<T[]>

/**
 * The rows of one SELECT as they are read, some at a time, in constant memory whatever their number, all of the moment it began: what is
 * written or deleted meanwhile is not seen. `before` may ask what the rows refer to. Gives the slot back when the last row was taken or
 * the reader went away.
 */
export async function* readRows<T extends pg.QueryResultRow>(
  slot: ExportSlot,
  db: Db,
  select: RawBuilder<T>,
  before?: (ask: Ask) => Promise<void>,
): AsyncGenerator<T[]> {
  const { sql, parameters } = select.compile(db)
  const client = slot.begin()
  let failed: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await before?.(async (asked) => {
      const { sql, parameters } = asked.compile(db)
      return (await client.query(sql, [...parameters])).rows
    })
    await client.query(`declare all_rows no scroll cursor for ${sql}`, [...parameters])
    const fetch = () => {
      const fetched = client.query<T>(`fetch ${AT_ONCE} from all_rows`)
      // Where the reader stops early nobody waits for it.
      fetched.catch(() => undefined)
      return fetched
    }
    let next = fetch()
    for (;;) {
      const { rows } = await next
      // The database reads on while these are worked on.
      if (rows.length === AT_ONCE) next = fetch()
      yield rows
      if (rows.length < AT_ONCE) return
    }
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    // Also where the reader stops early. A connection that cannot even roll back is thrown away.
    await client.query('rollback').catch((error: Error) => {
      failed = error
    })
    slot.end(failed)
  }
}
