import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { paymentsChanged, removal } from './api.ts'
import { refusalOf } from './removalLimit.ts'

/** What deleting them does to petty cash: '' if no write-off posted any of them. */
function takenBack(rows: readonly PaymentListItem[]): string {
  const posted = rows.filter((row) => row.imprest_code !== null)
  if (posted.length === 0) return ''
  const which =
    rows.length === 1 ? `由备用金明细 ${posted[0]?.imprest_code} ` : `其中 ${count(posted.length)} 条由备用金`
  return `。${which}核销生成，删除后将撤销核销。`
}

export const REMOVAL: Removal<PaymentListItem> = {
  nameOne: (row) => `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元${takenBack([row])}`,
  nameMany: (rows) =>
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, (row) => row.pay_amount_yuan))} 元${takenBack(rows)}`,
  refusal: refusalOf,
  ...removal,
  changed: paymentsChanged,
}
