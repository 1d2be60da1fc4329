import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Takes `count` running numbers of a project and returns the first. A transaction of its own on `numbers`, a small pool that nothing else
 * waits in: a request that holds a connection may ask here without a deadlock of the pool. It commits without waiting for the disk,
 * which is safe: the log is flushed in order, so a payment that is on the disk has its number's commit before it. Where `numbers` is a
 * transaction itself (the demo, whose project nobody else sees yet), the numbers are taken in that one.
 */
export async function takeNumbers(
  numbers: Db,
  projectId: bigint,
  kind: string,
  count: number,
): Promise<bigint> {
  const row = await numbers
    .insertInto('project_numbers')
    .values({ project_id: projectId, kind, value: BigInt(count) })
    .onConflict((oc) =>
      oc.columns(['project_id', 'kind']).doUpdateSet({ value: sql`project_numbers.value + excluded.value` }),
    )
    .returning('value')
    // For the transaction that the statement is by itself: one round trip instead of four.
    .$if(!numbers.isTransaction, (query) =>
      query.returning(sql`set_config('synchronous_commit', 'off', true)`.as('asynchronous')),
    )
    .executeTakeFirstOrThrow()
  return row.value - BigInt(count) + 1n
}
