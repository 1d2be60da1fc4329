import { addDays, today } from '@pianzhang/contract/calendar'
import { contractBody } from '@pianzhang/contract/contracts'
import { paymentBody } from '@pianzhang/contract/cost-executions'
import { createContract } from '../../modules/contracts/save.ts'
import { createPayments } from '../../modules/cost-executions/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { Investor } from './content.ts'
import { addCostBudgets } from './cost-budgets.ts'
import { addInvestmentBudgets } from './investment-budgets.ts'
import { loadReferenceCodes } from './ledger.ts'
import { DEMO_COMPANY } from './people.ts'
import { PREPARING_BUDGET, PREPARING_COSTS } from './preparing-content.ts'
import { addReceipts } from './receipts.ts'
import { workingTime } from './times.ts'

/** Days from today on which the shooting will begin, and end. */
export const PREPARING_DAYS = [26, 88] as const

const INVESTORS: readonly Investor[] = [
  {
    ...{ investor: DEMO_COMPANY, type: '自有资金', category: '', amount: 8_000_000, budget: 8_000_000 },
    ...{ variate: '0', instalments: [[50, -60] as const, [50, 5] as const], desc: '本公司投入' },
  },
  {
    ...{ investor: '上海鹭汀影业集团有限公司', type: '联合投资', category: '3', amount: 10_000_000 },
    ...{ budget: 10_000_000, variate: '8', desc: '联合出品投资款' },
    instalments: [[30, -48] as const, [40, 1] as const, [30, 40] as const],
  },
]

/** Contracts with payees of the other project: signed so many days ago, amount in yuan. */
const CONTRACTS = [
  { customer: '北京灯下编剧工作室', category: '1', amount: 1_440_000, days: 36 },
  { customer: '何静远', category: '1', amount: 1_500_000, days: 29 },
  { customer: '苏州砚北美术设计工作室', category: '1', amount: 260_000, days: 20 },
] as const

/**
 * A project in preparation: a budget that nobody has locked, so that its lines can be added, changed and deleted, and the first contracts, receipts
 * and payments. `payees`: codes by name.
 */
export async function fillPreparing(
  tx: Tx,
  context: ProjectContext,
  payees: ReadonlyMap<string, string>,
): Promise<void> {
  const day = today(context.now)
  const first = addDays(day, PREPARING_DAYS[0])
  await addInvestmentBudgets(tx, context, first, INVESTORS)
  await addReceipts(tx, context, first, INVESTORS)
  const contracts = new Map<string, string>()
  for (const [index, { days, ...fields }] of CONTRACTS.entries()) {
    const sign_at = addDays(day, -days)
    const body = contractBody.parse({
      ...fields,
      out_code: `QS-${sign_at.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      sign_at,
      payee_code: payees.get(fields.customer) ?? null,
    })
    const now = workingTime(sign_at, index)
    const { code } = await createContract(tx, { ...context, now }, { params: {}, query: {}, body })
    contracts.set(fields.customer, code)
  }
  const { subjects, categories } = await loadReferenceCodes(tx, context, contracts)
  await addCostBudgets(tx, context, addDays(day, -25), PREPARING_BUDGET, subjects)
  for (const [index, { days, payee, payer, post, summary, ...line }] of PREPARING_COSTS.entries()) {
    const pay_at = addDays(day, -days)
    const body = paymentBody.parse({
      ...{ pay_at, payer, post, summary, payee_code: payees.get(payee) ?? null },
      cost_execution_details: line.amounts.map(([subject, pay_amount]) => ({
        subject_three_code: subjects.get(subject),
        pay_channel: line.channel,
        pay_category_id: categories.get(line.category),
        voucher_category: line.voucher,
        face_tax_rate: line.rate,
        contract_code: line.contract ? contracts.get(payee) : null,
        pay_amount,
      })),
    })
    await createPayments(tx, { ...context, now: workingTime(pay_at, index) }, [body])
  }
}
