import { type Band, needsApproval } from '@pianzhang/contract/approval-rules'
import { type Fen, sum } from '@pianzhang/contract/money'
import { APPROVED_FIELDS, NEEDS_APPROVAL } from '@pianzhang/contract/payment-requests'
import type { Db, Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** The rules of a project; steps are codes of roles and people. `version` 0: nobody has set any. */
export interface Rules {
  on: boolean
  selfApprove: boolean
  bands: readonly Band<readonly string[]>[]
  version: number
}

const NONE: Rules = { on: false, selfApprove: false, bands: [{ from: 0n, steps: [] }], version: 0 }

/** `lock`: until the commit nobody else changes them. */
export async function rulesOf(db: Db | Tx, projectId: bigint, lock = false): Promise<Rules> {
  const row = await db
    .selectFrom('approval_rules')
    .select(['is_on', 'self_approve', 'bands', 'version'])
    .where('project_id', '=', projectId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return NONE
  return {
    on: row.is_on,
    selfApprove: row.self_approve,
    bands: row.bands.map(({ from, steps }) => ({ from: BigInt(from), steps })),
    version: row.version,
  }
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

/** Throws 422 if people have to approve one of these payments. */
export async function refuseUnapproved(
  tx: Tx,
  context: Pick<ProjectContext, 'project' | 'features'>,
  totals: readonly Fen[],
): Promise<void> {
  const needs = await approvalNeeds(tx, context)
  if (needs && totals.some(needs)) throw refused(NEEDS_APPROVAL)
}

/** Of a payment what people approve: who is paid, and how much on which contract. */
interface Approved {
  payer: string
  payee: bigint | null
  lines: readonly { contract_code: string | null; pay_amount: Fen }[]
}

/** Why a payment that was approved, or would have to be, cannot become this one; null if it can. Lowering its amounts is free. */
export function approvedFault(
  needs: (total: Fen) => boolean,
  before: Approved,
  after: Approved,
): string | null {
  const totalOf = ({ lines }: Approved) => sum(lines.map(({ pay_amount }) => pay_amount))
  if (!needs(totalOf(after))) return null
  if (totalOf(after) > totalOf(before)) return NEEDS_APPROVAL
  const paid = onContracts(before)
  const rises = [...onContracts(after)].some(([contract, amount]) => amount > (paid.get(contract) ?? 0n))
  return rises || after.payer !== before.payer || after.payee !== before.payee ? APPROVED_FIELDS : null
}

/** What is paid on each contract, and without one. */
function onContracts({ lines }: Approved): Map<string | null, Fen> {
  const sums = new Map<string | null, Fen>()
  for (const { contract_code, pay_amount } of lines)
    sums.set(contract_code, (sums.get(contract_code) ?? 0n) + pay_amount)
  return sums
}
