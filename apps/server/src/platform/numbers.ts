import { sql } from 'kysely'
import type { Db } from './database/database.ts'

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
  // `set_config` within the statement's implicit transaction: one round trip instead of four. In VALUES, as Citus allows it
  // nowhere else; it contributes an empty text.
  const now = sql<string>`left(set_config('synchronous_commit', 'off', true), 0) || ${kind}::text`
  const row = await numbers
    .insertInto('project_numbers')
    .values({ project_id: projectId, kind: numbers.isTransaction ? kind : now, value: BigInt(count) })
    .onConflict((oc) =>
      oc.columns(['project_id', 'kind']).doUpdateSet({ value: sql`project_numbers.value + excluded.value` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value - BigInt(count) + 1n
}
