import type { Payment } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan, sum } from '@pianzhang/contract/money'
import type { Removal } from '../../ui/useRemoval.ts'
import { paymentsChanged, removePayment, removePayments } from './api.ts'

export const REMOVAL: Removal<Payment> = {
  nameOne: (row) => `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${rows.length} 条，合计 ${formatYuan(sum(rows.map((row) => fenOf(row.pay_amount_yuan))))} 元`,
  removeOne: removePayment,
  removeMany: removePayments,
  changed: paymentsChanged,
}
