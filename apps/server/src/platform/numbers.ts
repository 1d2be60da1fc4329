import { sql } from 'kysely'
import { type Db, isConnectionLost } from './database/database.ts'
import { Failure } from './http/errors.ts'

/**
 * Runs a statement on the pool `numbers` for a transaction on another connection. No database sees a deadlock of the two (`alter table` waits
 * for the transaction, and the number for it), so the pool's limit ends the statement, and this failure rolls the transaction back.
 */
export async function onNumbers<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    const failure = new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
    failure.cause = error
    throw failure
  }
}

/** A number as people read it: `FK`, the day of payment, the project's running number with at least 4 digits (api.md §1). */
export const runningNumber = (prefix: 'FK' | 'BYJ' | 'PL' | 'SQ', day: string, running: bigint): string =>
  `${prefix}${day.replaceAll('-', '')}${String(running).padStart(4, '0')}`

/**
 * Takes `count` numbers of a project and returns the first. Runs in its own transaction on the pool `numbers`, so
 * that a request that holds another connection cannot deadlock on it; without waiting for the disk, as WAL is
 * flushed in order. If `numbers` is a transaction (the demo's, whose project nobody sees yet), it runs in that one.
 */
export async function takeNumbers(
  numbers: Db,
  projectId: bigint,
  kind: string,
  count: number,
): Promise<bigint> {
  // `set_config` takes effect within the statement's implicit transaction: one round trip instead of four. It is called in VALUES, the
  // only place where Citus allows the call, and `left(…, 0)` makes its result an empty text before `kind`.
  const now = sql<string>`left(set_config('synchronous_commit', 'off', true), 0) || ${kind}::text`
  const query = numbers
    .insertInto('project_numbers')
    .values({ project_id: projectId, kind: numbers.isTransaction ? kind : now, value: BigInt(count) })
    .onConflict((oc) =>
      oc.columns(['project_id', 'kind']).doUpdateSet({ value: sql`project_numbers.value + excluded.value` }),
    )
    .returning('value')
  const row = await onNumbers(query.executeTakeFirstOrThrow())
  return row.value - BigInt(count) + 1n
}
