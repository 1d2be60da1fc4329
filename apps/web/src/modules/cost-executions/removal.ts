import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { count } from '../../ui/count.ts'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { payments } from './api.ts'
import { refusalOf } from './removalLimit.ts'

/** What deleting these payments does to petty cash: '' if no write-off posted any of them. */
function takenBack(rows: readonly PaymentListItem[]): string {
  const posted = rows.filter((row) => row.imprest_code !== null)
  if (posted.length === 0) return ''
  const which =
    rows.length === 1 ? `由备用金明细 ${posted[0]?.imprest_code} ` : `其中 ${count(posted.length)} 条由备用金`
  return `。${which}核销生成，删除后将撤销核销。`
}

const REMOVES = amountRemoval(
  payments,
  (row: PaymentListItem) => `付款编号 ${row.code}`,
  (row) => row.pay_amount_yuan,
)
export const REMOVAL: Removal<PaymentListItem> = {
  ...REMOVES,
  nameOne: (row) => `${REMOVES.nameOne(row)}${takenBack([row])}`,
  nameMany: (rows) => `${REMOVES.nameMany(rows)}${takenBack(rows)}`,
  refusal: refusalOf,
}
