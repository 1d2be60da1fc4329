import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../src/platform/database/database.ts'
import type { App } from '../../src/start/app.ts'
import { activity } from './hold.ts'

const PATIENCE_MS = 60_000

/**
 * Makes two writes overlap: runs `first` in a transaction, starts `second`, and commits (or rolls back) once `waiting` sessions wait for a
 * lock. Throws if they never do: then no lock serializes the two. Returns the result of `second`.
 */
export async function overlap<T>(
  app: App,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  waiting = 1,
  ending: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const { db } = app.services
  const rolledBack = new Error('rolled back')
  let answer: Promise<T> | undefined
  await inTransaction(db, async (tx) => {
    if (answer) throw new Error('the first one was to run once')
    await first(tx)
    answer = second()
    // Awaited below; until then a rejection must not count as unhandled.
    answer.catch(() => undefined)
    await untilWaitingFor(db, waiting)
    if (ending === 'rollback') throw rolledBack
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
  return await (answer as unknown as Promise<T>)
}

async function untilWaitingFor(db: Db, count: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await sql`select 1 from ${sql.table(activity())}
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length >= count) return
    if (Date.now() > end) throw new Error('the second one did not wait for the first')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Starts `count` calls at once; returns counts by `<code> <message>`. */
export async function atOnce(
  count: number,
  call: (index: number) => Promise<{ code: number; msg: string }>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
  const tally: Record<string, number> = {}
  for (const { code, msg } of answers) tally[`${code} ${msg}`] = (tally[`${code} ${msg}`] ?? 0) + 1
  return tally
}

/** A first write for `overlap`: changes a project under the row lock that archiving and deleting take; writes in the project wait for it. */
export const changeProject =
  (code: string, values: { archive_at: Date } | { deleted_at: Date }) => async (tx: Tx) => {
    await tx.selectFrom('projects').select('id').where('code', '=', code).forUpdate().execute()
    await tx.updateTable('projects').set(values).where('code', '=', code).execute()
  }
