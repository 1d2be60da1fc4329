import pg from 'pg'
import { beforeEach, inject } from 'vitest'

/** When a test times out, prints what every database session was doing, to show what it waited for. */
beforeEach(({ onTestFailed }) =>
  onTestFailed(async ({ task }) => {
    if (!task.result?.errors?.some(({ message }) => message.startsWith('Test timed out'))) return
    const client = new pg.Client({ connectionString: inject('postgres').adminUrl })
    await client.connect()
    const { rows } =
      await client.query(`select datname, pid, pg_blocking_pids(pid) as behind, backend_type, state,
        wait_event_type, wait_event, now() - state_change as since, left(query, 200) as query
      from pg_stat_activity where pid <> pg_backend_pid() and backend_type in ('client backend', 'autovacuum worker')`)
    await client.end()
    console.error(`sessions when "${task.name}" was given up:`)
    for (const row of rows) console.error(JSON.stringify(row))
  }),
)
