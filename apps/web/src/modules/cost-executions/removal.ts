import { MAX_DELETED_LINES, type PaymentListItem, tooManyLines } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan, sum } from '@pianzhang/contract/money'
import type { Removal } from '../../ui/useRemoval.ts'
import { paymentsChanged, removePayment, removePayments } from './api.ts'

export const REMOVAL: Removal<PaymentListItem> = {
  nameOne: (row) => `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${rows.length} 条，合计 ${formatYuan(sum(rows.map((row) => fenOf(row.pay_amount_yuan))))} 元`,
  refusal: (rows) => {
    const lines = rows.reduce((all, row) => all + row.line_count, 0)
    return lines > MAX_DELETED_LINES ? tooManyLines(lines) : undefined
  },
  removeOne: removePayment,
  removeMany: removePayments,
  changed: paymentsChanged,
}
