import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { formatYuan } from '@pianzhang/contract/money'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { paymentsChanged, removal } from './api.ts'
import { refusalOf } from './removalLimit.ts'

export const REMOVAL: Removal<PaymentListItem> = {
  nameOne: (row) => `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${rows.length} 条，合计 ${formatYuan(sumOf(rows, (row) => row.pay_amount_yuan))} 元`,
  refusal: refusalOf,
  ...removal,
  changed: paymentsChanged,
}
