import { addDays, today } from '@pianzhang/contract/calendar'
import { allocationsBody } from '@pianzhang/contract/contract-allocations'
import { contractBody } from '@pianzhang/contract/contracts'
import { fenOf } from '@pianzhang/contract/money'
import { paymentBody } from '@pianzhang/contract/payments'
import { saveAllocations } from '../../base/contracts/allocations.ts'
import { createContract } from '../../base/contracts/save.ts'
import { createInvoices } from '../../base/invoices/save.ts'
import { createPayments } from '../../books/payments/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PAYMENT_RULES } from '../rules.ts'
import { addCostBudgets, addInvestmentBudgets } from './budgets.ts'
import type { Investor } from './content.ts'
import { passedInvoice, withOriginals } from './invoices.ts'
import { loadReferenceCodes } from './ledger.ts'
import { DEMO_COMPANY } from './people.ts'
import { PREPARING_BUDGET, PREPARING_COSTS } from './preparing-content.ts'
import { seeded } from './random.ts'
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

/** Contracts with payees of the other project: signed so many days ago, amount in yuan, and the subjects that share it equally. */
const CONTRACTS = [
  { customer: '北京灯下编剧工作室', amount: 1_440_000, days: 36, subjects: ['10000101', '10000103'] },
  { customer: '何静远', amount: 1_500_000, days: 29, subjects: ['13000101'] },
  { customer: '苏州砚北美术设计工作室', amount: 260_000, days: 20, subjects: ['19000101'] },
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
  const codes = await loadReferenceCodes(tx, context, contracts)
  const { subjects, categories } = codes
  for (const [index, { days, subjects, ...fields }] of CONTRACTS.entries()) {
    const sign_at = addDays(day, -days)
    const body = contractBody.parse({
      ...fields,
      category: '1',
      out_code: `QS-${sign_at.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      sign_at,
      payee_code: payees.get(fields.customer) ?? null,
    })
    const now = workingTime(sign_at, index)
    const { code } = await createContract(tx, { ...context, now }, { params: {}, query: {}, body })
    contracts.set(fields.customer, code)
    const amount = fields.amount / subjects.length
    const items = subjects.map((number) => ({ subject_code: codes.subjects.get(number), amount }))
    await saveAllocations(
      tx,
      { ...context, now },
      { params: { code }, query: {}, body: allocationsBody.parse({ items }) },
    )
  }
  await addCostBudgets(tx, context, addDays(day, -25), PREPARING_BUDGET, subjects)
  const random = seeded(20_261_123)
  for (const [index, { days, payee, payer, post, summary, seller, ...line }] of PREPARING_COSTS.entries()) {
    const pay_at = addDays(day, -days)
    const then = { ...context, now: workingTime(pay_at, index) }
    const come = seller
      ? line.amounts.map(([, amount]) =>
          passedInvoice(random, '32', pay_at, seller, fenOf(amount), { goods: summary, rate: line.rate }),
        )
      : []
    const invoices = await createInvoices(tx, then, await withOriginals(tx, then, come))
    const body = paymentBody.parse({
      ...{ pay_at, payer, post, summary, payee_code: payees.get(payee) ?? null },
      cost_execution_details: line.amounts.map(([subject, pay_amount], at) => ({
        subject_three_code: subjects.get(subject),
        pay_channel: line.channel,
        pay_category_id: categories.get(line.category),
        voucher_category: line.voucher,
        face_tax_rate: line.rate,
        contract_code: line.contract ? contracts.get(payee) : null,
        check_invoice_code: invoices[at] ?? null,
        pay_amount,
      })),
    })
    await createPayments(tx, then, PAYMENT_RULES, [body])
  }
}
