import pg from 'pg'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import { isSpread } from '../../platform/database/spread/distribute.ts'

/**
 * Begins a repeatable read transaction, so that a backup reads one snapshot. In a spread database each server takes its own snapshot, some
 * milliseconds apart, with `projects` locked against inserts: a worker then has no rows of a project that the coordinator does not know.
 */
export async function beginSnapshot(client: pg.Client, databaseUrl: string): Promise<void> {
  const begin = 'begin isolation level repeatable read read only'
  if (!(await isSpread(client))) {
    await client.query(begin)
    return
  }
  const holder = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'pianzhang-backup',
    ...KEEP_ALIVE,
  })
  // Without a listener a connection lost between two statements would end the process.
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await holder.query('begin; lock table projects in share row exclusive mode')
    await client.query(begin)
    // One connection to each worker, as a snapshot belongs to a connection.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1')
    await client.query('select count(*) from subjects')
  } finally {
    await holder.end()
  }
}
