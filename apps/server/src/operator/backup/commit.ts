import type pg from 'pg'
import { onOwnConnection } from '../../platform/database/own-connection.ts'

const ASK_EVERY_MS = 1_000

export type Outcome = { state: 'committed' } | { state: 'aborted' | 'unknown'; error: unknown }

/**
 * Commits the transaction of this id (`pg_current_xact_id`). If the connection breaks before the answer, new connections ask for its status
 * (`pg_xact_status`) for at most `patienceMs`.
 */
export async function commit(
  client: pg.ClientBase,
  databaseUrl: string,
  id: string,
  patienceMs: number,
): Promise<Outcome> {
  try {
    const { command } = await client.query('commit')
    if (command === 'COMMIT') return { state: 'committed' }
    // PostgreSQL answers ROLLBACK where an earlier statement of the transaction failed.
    return { state: 'aborted', error: new Error(`commit was answered with ${command}`) }
  } catch (error) {
    const end = performance.now() + patienceMs
    for (let asked = 1; ; asked += 1) {
      const status = await ask(databaseUrl, id, asked > 1).catch(() => null)
      if (status === 'committed') return { state: 'committed' }
      if (status === 'aborted') return { state: 'aborted', error }
      if (performance.now() >= end) return { state: 'unknown', error }
      await new Promise((resolve) => setTimeout(resolve, Math.min(ASK_EVERY_MS, patienceMs / 4)))
    }
  }
}

/**
 * The transaction's status: 'committed', 'aborted', 'in progress', or null if the database no longer knows. `end` terminates the transaction's
 * session, which would otherwise stay open until PostgreSQL notices the lost connection; a commit under way still completes.
 */
async function ask(databaseUrl: string, id: string, end: boolean): Promise<string | null> {
  const settings = {
    connectionString: databaseUrl,
    application_name: 'pianzhang-restore',
    connectionTimeoutMillis: 5_000,
  }
  return await onOwnConnection(settings, async (client) => {
    if (end)
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = $1::xid8::xid',
        [id],
      )
    const { rows } = await client.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [id],
    )
    return rows[0]?.status ?? null
  })
}
