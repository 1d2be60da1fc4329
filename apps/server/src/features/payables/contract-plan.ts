import type { FieldError } from '@pianzhang/contract/errors'
import { contractDirection } from '@pianzhang/contract/lists'
import { type Fen, formatYuan } from '@pianzhang/contract/money'
import { planNotice } from '@pianzhang/contract/plan-percents'
import { sql } from 'kysely'
import type { ContractRule } from '../../base/contracts/rule.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { updateRecords } from '../../platform/lists/records.ts'
import { directionOf, loadPlan, planEntry, readPlan, sharedOf } from './plan.ts'

export const PLANS_OF_CONTRACTS: ContractRule = {
  problems: planProblems,
  async updated(tx, context, row, saved) {
    await unbookPlan(tx, context, row, saved.category)
    return saved.amount === row.amount ? undefined : await planNoticeOf(tx, context, row.id, saved)
  },
  removing: (tx, context, contractIds) => removePlans(tx, context.project.id, contractIds),
}

/** Why a contract may not get this amount, as more is planned. */
async function planProblems(
  tx: Tx,
  { project, features }: ProjectContext,
  contract: { id: bigint },
  { amount }: { amount?: Fen | undefined },
): Promise<FieldError[]> {
  if (!features.has('payable') || amount === undefined) return []
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(i.amount), 0) as amount from contract_instalments i
    where i.project_id = ${project.id} and i.contract_id = ${contract.id}`.execute(tx)
  const planned = rows[0]?.amount ?? 0n
  if (planned === 0n || amount >= planned) return []
  return [{ field: 'amount', message: `付款计划合计 ${formatYuan(planned)} 元，合同总额不能少于此数` }]
}

/** A notice that names the instalments whose stored amount is no longer their percent of the contract's new amount; undefined: none, or the caller may not see plans. */
async function planNoticeOf(
  tx: Tx,
  { project, can }: ProjectContext,
  id: bigint,
  { category, amount }: { category: number; amount: Fen },
): Promise<string | undefined> {
  if (!can('payable', 'read')) return undefined
  const rows = await loadPlan(tx, project.id, id)
  return planNotice(directionOf({ category }) === 'in' ? '收款计划' : '付款计划', amount, sharedOf(rows))
}

/**
 * Empties the subjects and payment types of a contract's plan when it becomes one of incoming money, which is booked on none. The contract is locked and has its
 * new category.
 */
async function unbookPlan(
  tx: Tx,
  context: ProjectContext,
  { id, code, category }: { id: bigint; code: string; category: number },
  next: number,
): Promise<void> {
  if (contractDirection(String(next)) !== 'in' || contractDirection(String(category)) === 'in') return
  const booked = (await loadPlan(tx, context.project.id, id)).filter(
    ({ subject_id, pay_category_id }) => subject_id !== null || pay_category_id !== null,
  )
  if (booked.length === 0) return
  const before = await readPlan(tx, context, code)
  await updateRecords(tx, context, 'contract_instalments', booked, {
    subject_id: null,
    pay_category_id: null,
  })
  await audit(tx, context, planEntry(before, await readPlan(tx, context, code)))
}

/** As the contracts can be deleted, no payment names an instalment of them. */
async function removePlans(tx: Tx, projectId: bigint, contracts: readonly bigint[]): Promise<void> {
  await tx
    .deleteFrom('contract_instalments')
    .where('project_id', '=', projectId)
    .where('contract_id', '=', anyOf(contracts))
    .execute()
}
