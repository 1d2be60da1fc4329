import type { FieldError } from '@pianzhang/contract/errors'
import type { Fen } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { ContractRule } from '../../base/contracts/rule.ts'
import type { PaymentRule, PaymentState } from '../../books/payments/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { monthOf } from './compute.ts'
import { ACTORS, feeContractFault, remittedEarly } from './rules.ts'

/**
 * A line that pays a fee or remits taxes. `net`: of a fee that was agreed net; `pay_at` and `payee_id`: of the fee that it pays, `month`: whose tax it
 * remits; null: of none.
 */
interface FeeLine {
  payment: bigint
  amount: Fen
  net: boolean
  pay_at: string | null
  payee_id: bigint | null
  month: string | null
}
/** By their codes. */
type FeeLines = ReadonlyMap<string, FeeLine>

/** Those lines of these payments. Without the feature nothing is read. */
async function feeLines(
  tx: Tx,
  { project, features }: Pick<ProjectContext, 'project' | 'features'>,
  paymentIds: readonly bigint[],
): Promise<FeeLines> {
  if (!features.has('labor_tax')) return new Map()
  const { rows } = await sql<FeeLine & { code: string }>`
    select d.code, d.payment_id as payment, d.pay_amount as amount, bool_or(r.line_id = d.id and r.basis = 'net') as net,
      max(r.pay_at) filter (where r.line_id = d.id) as pay_at, max(r.payee_id) filter (where r.line_id = d.id) as payee_id,
      max(r.month) filter (where r.remitted_line_id = d.id) as month
    from payment_lines d
    join fees r on r.project_id = ${project.id} and (r.line_id = d.id or r.remitted_line_id = d.id)
    where d.project_id = ${project.id} and d.payment_id = ${anyOf(paymentIds)} group by 1, 2, 3`.execute(tx)
  return new Map(rows.map(({ code, ...line }) => [code, line]))
}

type Line = PaymentState['lines'][number]

/** Why these lines cannot be saved: what pays a fee or remits taxes keeps its amount, and a net fee is of no actor's contract; undefined: they can. */
function feeLineFault(
  named: FeeLines,
  lines: readonly Line[],
  contracts: ReadonlyMap<string, { category: number }>,
): string | undefined {
  for (const { code, pay_amount, contract_code } of lines) {
    const line = named.get(code ?? '')
    if (line && line.amount !== pay_amount) return KEPT
    const contract = contracts.get(contract_code ?? '')
    const fault = line?.net && contract ? feeContractFault(contract, 'net') : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * Why a payment cannot get this day or payee: the tax of the fees that it pays is of theirs, and tax is not remitted before its month. It may get those of
 * the fees, which it may lack; undefined: it can.
 */
function feeHeaderFault(named: FeeLines, before: PaymentState, after: PaymentState): string | undefined {
  for (const { pay_at, payee_id, month } of named.values()) {
    const early =
      month !== null && after.pay_at !== before.pay_at
        ? remittedEarly(monthOf(month), after.pay_at)
        : undefined
    if (early !== undefined) return early
    if (pay_at === null) continue
    if (after.pay_at !== before.pay_at && after.pay_at !== pay_at) return taxedBy(` ${pay_at} `, '付款日期')
    if (after.payee !== before.payee && after.payee !== payee_id) return taxedBy('该收款人', '收款人')
  }
  return undefined
}

const taxedBy = (by: string, field: string): string =>
  `该付款的明细已用于劳务个税，劳务报酬已按${by}计税，${field}不能修改；请先在劳务个税中取消关联，或删除该付款`

const KEPT =
  '该付款的明细已用于劳务个税，其金额不能修改、明细不能删除；请先在劳务个税中取消关联，或删除该付款'

/** Whether a payment that is replaced by these lines loses one of those; the fault in words. */
const lostFeeLine = (named: FeeLines, lines: readonly Line[]): string | undefined => {
  const kept = new Set(lines.map(({ code }) => code))
  return [...named.keys()].some((code) => !kept.has(code)) ? KEPT : undefined
}

/** A payment that pays a fee or remits its tax keeps that line's amount, day and payee; deleting the payment unlinks the fee. */
export const FEES_OF_PAYMENTS: PaymentRule = {
  async changing(tx, context, ids) {
    const fees = await feeLines(tx, context, ids)
    return ({ id, before, after, contracts }) => {
      const named = new Map([...fees].filter(([, line]) => line.payment === id))
      return (
        feeLineFault(named, after.lines, contracts) ??
        lostFeeLine(named, after.lines) ??
        feeHeaderFault(named, before, after) ??
        null
      )
    }
  },
  async releasing(tx, { project, features }, ids, kept) {
    // A line that a fee names cannot be lost by itself; without the feature it can, and the fee is kept, without it.
    if (kept === null || !features.has('labor_tax')) await freeFees(tx, project.id, ids, kept ?? [])
  },
}

/** Frees the fees that lines of these payments pay or remit, before the lines are deleted. `kept`: the codes of lines that stay. */
async function freeFees(
  tx: Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
  kept: readonly string[],
): Promise<void> {
  const gone = sql`(select d.id from payment_lines d
    where d.project_id = ${projectId} and d.payment_id = ${anyOf(paymentIds)} and d.code <> all(${kept}::text[]))`
  for (const column of ['line_id', 'remitted_line_id'])
    await sql`update fees set ${sql.ref(column)} = null
      where project_id = ${projectId} and ${sql.ref(column)} in ${gone}`.execute(tx)
}

export const FEES_OF_CONTRACTS: ContractRule = { problems: netFeeProblems }

/** Why a contract may not become an actor's: net fees are paid on it. */
async function netFeeProblems(
  tx: Tx,
  { project, features }: Pick<ProjectContext, 'project' | 'features'>,
  contract: { id: bigint; category: number },
  { category }: { category: string },
): Promise<FieldError[]> {
  if (!features.has('labor_tax') || Number(category) !== ACTORS || contract.category === ACTORS) return []
  const { rows } = await sql`select 1 from fees r
    join payment_lines d on d.project_id = ${project.id} and d.id = r.line_id
    where r.project_id = ${project.id} and r.basis = 'net' and d.contract_id = ${contract.id} limit 1`.execute(
    tx,
  )
  return rows.length === 0
    ? []
    : [{ field: 'category', message: '该合同有税后口径的劳务报酬，不能改为演员合同' }]
}
