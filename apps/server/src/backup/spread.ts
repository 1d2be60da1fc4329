import pg from 'pg'
import { isSpread } from '../platform/database/spread/distribute.ts'

/**
 * Begins the transaction of a backup, one snapshot of the database. Of a spread one each server has its own, some milliseconds apart. A
 * project is on one server with all of its rows; meanwhile no project is made, so that every row has its project.
 */
export async function beginSnapshot(client: pg.Client, databaseUrl: string): Promise<void> {
  const begin = 'begin isolation level repeatable read read only'
  if (!(await isSpread(client))) {
    await client.query(begin)
    return
  }
  const holder = new pg.Client({ connectionString: databaseUrl, application_name: 'pianzhang-backup' })
  await holder.connect()
  try {
    await holder.query('begin; lock table projects in share row exclusive mode')
    await client.query(begin)
    // One connection to each worker, as each connection has a snapshot of its own.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1')
    await client.query('select count(*) from subjects')
  } finally {
    await holder.end()
  }
}
