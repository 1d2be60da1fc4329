import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan, sum } from '@pianzhang/contract/money'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { existingPayments, paymentsChanged, removePayment, removePayments } from './api.ts'
import { refusalOf } from './removalLimit.ts'

export const REMOVAL: Removal<PaymentListItem> = {
  nameOne: (row) => `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${rows.length} 条，合计 ${formatYuan(sum(rows.map((row) => fenOf(row.pay_amount_yuan))))} 元`,
  refusal: refusalOf,
  removeOne: removePayment,
  removeMany: removePayments,
  existing: existingPayments,
  changed: paymentsChanged,
}
