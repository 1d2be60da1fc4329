import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import type { Payment } from '@pianzhang/contract/payments'
import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import type { Receipt } from '@pianzhang/contract/receipts'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'

export interface ChangeWorld extends PaymentWorld {
  investmentType: string
  /** A subject, a payment type, an investment type and a contract that no record of the test has yet. */
  other: { subject: string; paymentType: string; investmentType: string; income: string }
}

export async function changeWorld(app: TestApp): Promise<ChangeWorld> {
  const world = await paymentWorld(app)
  const idsOf = async (path: string) =>
    ((await world.admin.get(path, { per_page: 1000 })).data.items as { id: string }[]).map(({ id }) => id)
  const [investmentType = '', another = ''] = await idsOf('/investment_categories')
  return {
    ...world,
    investmentType,
    other: {
      subject: world.subject('24000102'),
      paymentType: (await idsOf('/pay_categories')).find((id) => id !== world.category) ?? '',
      investmentType: another,
      income: await world.contract('SR-1', '3'),
    },
  }
}

/** A ledger whose records are changed together. */
export interface ChangedLedger {
  path: string
  resource: string
  table: 'payments' | 'petty_cash' | 'cost_budgets' | 'receipts'
  body(): object
  changes(): { [field: string]: string | null }
  /** What a list row shows of the changed fields. */
  shown(row: object): unknown[]
  wrong: readonly [field: string, value: string | null, message: string][]
  numbered: boolean
}

export const changedLedgers = (of: () => ChangeWorld): ChangedLedger[] => [
  {
    path: '/cost_executions',
    resource: 'cost_execution',
    table: 'payments',
    body: () => of().body({}, [of().line(), of().line({ pay_amount: '3.00' })]),
    changes: () => ({
      post: '美术组',
      subject_three_code: of().other.subject,
      pay_channel: '4',
      pay_category_id: of().other.paymentType,
      voucher_category: '12',
    }),
    shown: ({ post, cost_execution_details: lines }: Payment) => [
      post,
      ...[...new Set(lines.map((line) => line.subject_three_code))],
      ...[...new Set(lines.map((line) => line.pay_channel_code))],
      ...[...new Set(lines.map((line) => line.pay_category_id))],
      ...[...new Set(lines.map((line) => line.voucher_category_code))],
    ],
    wrong: [
      ['subject_three_code', 'unknown', '科目不存在'],
      ['subject_three_code', null, '请选择科目'],
      ['pay_category_id', '999999999', '付款类型不存在'],
      ['pay_channel', '77', '付款方式不正确'],
      ['voucher_category', '17', '凭证类型不正确'],
      ['contract_code', 'unknown', '合同不存在'],
      ['post', '组'.repeat(201), '不能超过200个字符'],
    ],
    numbered: true,
  },
  {
    path: '/imprests',
    resource: 'imprest',
    table: 'petty_cash',
    body: () => ({
      ...{ pay_at: '2026-11-21', payer: '王某某', subject_three_code: of().subject('24000101') },
      ...{ pay_channel: '5', pay_amount: '100.00', face_tax_rate: '6%' },
    }),
    changes: () => ({
      post: '美术组',
      subject_three_code: of().other.subject,
      pay_channel: '4',
      voucher_category: '12',
    }),
    shown: (row: PettyCashDetail) => [
      row.post,
      row.subject_three_code,
      row.pay_channel.pay_channel_code,
      row.voucher_category?.voucher_category_code,
    ],
    wrong: [
      ['subject_three_code', 'unknown', '科目不存在'],
      ['contract_code', 'unknown', '合同不存在'],
      ['pay_channel', '', '请选择付款方式'],
    ],
    numbered: true,
  },
  {
    path: '/cost_budgets',
    resource: 'cost_budget',
    table: 'cost_budgets',
    body: () => ({ subject_three_code: of().subject('24000101'), unit_price: '1800.00', quantity: '60' }),
    changes: () => ({ subject_three_code: of().other.subject }),
    shown: (row: CostBudget) => [row.subject_three_code],
    wrong: [['subject_three_code', 'unknown', '科目不存在']],
    numbered: false,
  },
  {
    path: '/investment_executions',
    resource: 'investment_execution',
    table: 'receipts',
    body: () => ({
      ...{ investment_at: '2026-11-21', investor: '某某影业有限公司', amount: '1000000.00' },
      investment_category_id: of().investmentType,
    }),
    changes: () => ({
      investment_category_id: of().other.investmentType,
      contract_code: of().other.income,
    }),
    shown: (row: Receipt) => [row.investment_category_id, row.contract_code],
    wrong: [
      ['investment_category_id', '999999999', '投资类型不存在'],
      ['investment_category_id', null, '请选择投资类型'],
    ],
    numbered: false,
  },
]
