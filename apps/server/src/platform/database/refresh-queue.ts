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

/** Reads are exact without a refresh, as they compute the contracts of the queue anew; they are only slower. */
export function refreshQueue({ queue, many, keep }: Kept) {
  /**
   * Empties the queue. In one snapshot: a contract that changes meanwhile is in the queue again. Does nothing while another server does it.
   */
  async function refresh(db: Db, projectId: bigint): Promise<void> {
    try {
      await inTransaction(db, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx)
        const { rows: locks } = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`${queue} ${projectId}`}, 0)) as mine`.execute(
          tx,
        )
        if (!locks[0]?.mine) return
        const { rows } = await sql<{ contract_id: bigint }>`
          delete from ${sql.table(queue)} q where q.project_id = ${projectId} returning q.contract_id`.execute(
          tx,
        )
        await keep(tx, projectId, [...new Set(rows.map(({ contract_id }) => contract_id))])
      })
    } catch (error) {
      // Another server has refreshed the same contracts in between.
      if (pgError(error)?.code !== '40001') throw error
    }
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

  /** `refreshMany` of every project, for the hourly job: a project whose reports nobody opens would else collect changed contracts without end. */
  async function refreshAll(services: Pick<Services, 'db'>, signal: AbortSignal): Promise<void> {
    const projects = await services.db
      .selectFrom('projects')
      .select('id')
      .where('purging_at', 'is', null)
      .orderBy('id')
      .execute()
    for (const { id } of projects) {
      if (signal.aborted) return
      await refreshMany(services, id)
    }
  }

  return { refresh, refreshMany, refreshAll }
}
