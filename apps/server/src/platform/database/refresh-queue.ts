import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { type Db, inTransaction, pgError, type Tx } from './database.ts'

/** Figures of contracts that are kept as of a refresh, and the table of those contracts that changed since. */
interface Kept {
  queue: 'commitment_changes' | 'instalment_changes'
  /** With more changed contracts than these, a read is preceded by a refresh. */
  many: number
  /** Computes what these contracts have now, in the transaction's snapshot, and replaces what was kept of them. */
  keep(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void>
}

/**
 * Runs a refresh of what is kept of a project's rows, which takes what changed off its queue and computes it anew. In one snapshot: what changes
 * meanwhile is in the queue again. 'held': somebody else refreshes it, or has done so in between.
 */
export async function refreshing<T>(
  db: Db,
  queue: string,
  projectId: bigint,
  run: (tx: Tx) => Promise<T>,
): Promise<T | 'held'> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      const { rows: locks } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${queue} ${projectId}`}, 0)) as mine`.execute(tx)
      return locks[0]?.mine ? await run(tx) : 'held'
    })
  } catch (error) {
    if (pgError(error)?.code === '40001') return 'held'
    throw error
  }
}

/** Calls `refresh` of every project, for an hourly job: one whose figures nobody opens would else collect changes without end. */
export async function refreshEach(
  { db }: Pick<Services, 'db'>,
  signal: AbortSignal,
  refresh: (projectId: bigint) => Promise<void>,
): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('purging_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of projects) {
    if (signal.aborted) return
    await refresh(id)
  }
}

/** Reads are exact without a refresh, as they compute the contracts of the queue anew; they are only slower. */
export function refreshQueue({ queue, many, keep }: Kept) {
  /** Empties the queue. Does nothing while another server does it. */
  async function refresh(db: Db, projectId: bigint): Promise<void> {
    await refreshing(db, queue, projectId, async (tx) => {
      const { rows } = await sql<{ contract_id: bigint }>`
        delete from ${sql.table(queue)} q where q.project_id = ${projectId} returning q.contract_id`.execute(
        tx,
      )
      await keep(tx, projectId, [...new Set(rows.map(({ contract_id }) => contract_id))])
    })
  }

  /** Empties the queue if it is long. */
  async function refreshMany({ db }: Pick<Services, 'db'>, projectId: bigint): Promise<void> {
    const { rows } = await sql<{ many: boolean }>`
      select count(*) > ${many} as many from (
        select 1 from ${sql.table(queue)} q where q.project_id = ${projectId} limit ${many + 1}) q`.execute(
      db,
    )
    if (rows[0]?.many) await refresh(db, projectId)
  }

  const refreshAll = (services: Pick<Services, 'db'>, signal: AbortSignal) =>
    refreshEach(services, signal, (id) => refreshMany(services, id))

  return { refresh, refreshMany, refreshAll }
}
