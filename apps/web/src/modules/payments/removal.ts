import type { PaymentListItem } from '@pianzhang/contract/payments'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { payments } from './api.ts'
import { effectsOf } from './removalEffects.ts'
import { refusalOf } from './removalLimit.ts'

const REMOVES = amountRemoval(
  payments,
  (row: PaymentListItem) => `付款编号 ${row.code}`,
  (row) => row.pay_amount_yuan,
)
export const REMOVAL: Removal<PaymentListItem> = {
  ...REMOVES,
  nameOne: (row) => `${REMOVES.nameOne(row)}${effectsOf([row])}`,
  nameMany: (rows) => `${REMOVES.nameMany(rows)}${effectsOf(rows)}`,
  refusal: refusalOf,
}
