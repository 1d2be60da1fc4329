import { type Band, needsApproval } from '@pianzhang/contract/approval-rules'
import type { Fen } from '@pianzhang/contract/money'
import type { Db, Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** The rules of a project; steps are codes of roles and people. `version` 0: nobody has set any. */
export interface Rules {
  on: boolean
  selfApprove: boolean
  bands: readonly Band<readonly string[]>[]
  /** Limit of a petty cash detail in fen; null: none. */
  pettyCashLimit: Fen | null
  version: number
}

const NONE: Rules = {
  on: false,
  selfApprove: false,
  bands: [{ from: 0n, steps: [] }],
  pettyCashLimit: null,
  version: 0,
}

/** `lock`: until the commit nobody else changes them, or who may decide (`lockPeople`). */
export async function rulesOf(db: Db | Tx, projectId: bigint, lock = false): Promise<Rules> {
  const row = await db
    .selectFrom('approval_rules')
    .select(['is_on', 'self_approve', 'bands', 'imprest_limit', 'version'])
    .where('project_id', '=', projectId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return NONE
  return {
    on: row.is_on,
    selfApprove: row.self_approve,
    bands: row.bands.map(({ from, steps }) => ({ from: BigInt(from), steps })),
    pettyCashLimit: row.imprest_limit,
    version: row.version,
  }
}

/** The largest amount that a detail of petty cash may have without a payment request; null: no limit, or the rules are off. */
export async function pettyCashLimit(db: Db | Tx, projectId: bigint): Promise<Fen | null> {
  const { on, pettyCashLimit: limit } = await rulesOf(db, projectId)
  return on && limit !== null && (await projectHas(db, projectId, 'approval')) ? limit : null
}

/**
 * Which totals people have to approve before they are booked; null: none. The rules are not locked: a payment that is being saved while they
 * change was saved before. Without the feature nothing is read.
 */
export async function approvalNeeds(
  db: Db | Tx,
  { project, features }: Pick<ProjectContext, 'features'> & { project: { id: bigint } },
): Promise<((total: Fen) => boolean) | null> {
  if (!features.has('approval')) return null
  const { on, bands } = await rulesOf(db, project.id)
  return on ? (total) => needsApproval(total, bands) : null
}
