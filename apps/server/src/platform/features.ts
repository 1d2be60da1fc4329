import type { Feature } from '@pianzhang/contract/features'
import { sql } from 'kysely'
import type { Db, Tx } from './database/database.ts'

/** The features that the company of a project has on, for jobs, whose context has no features. */
export async function featuresOf(db: Db | Tx, projectId: bigint): Promise<ReadonlySet<Feature>> {
  const { rows } = await sql<{ feature: Feature }>`select f.feature from company_features f
    join projects p on p.company_id = f.company_id where p.id = ${projectId} and f.is_on`.execute(db)
  return new Set(rows.map(({ feature }) => feature))
}

/** Whether the company of a project has a feature on, for jobs, whose context has no features. */
export async function projectHas(db: Db | Tx, projectId: bigint, feature: Feature): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`select f.is_on from company_features f
    join projects p on p.company_id = f.company_id where p.id = ${projectId} and f.feature = ${feature}`.execute(
    db,
  )
  return rows[0]?.is_on ?? false
}
