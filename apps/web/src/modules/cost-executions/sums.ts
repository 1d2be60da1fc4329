import type { PaymentList, PaymentListItem } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan } from '@pianzhang/contract/money'
import { amountSums, type ListSums, pageSum, totalSum } from '../../ui/table/sums.ts'

type Sums = ListSums<PaymentListItem, PaymentList>

/** Of the lines that match, as in the export. A filter on lines lists whole payments, whose sum stands behind if it differs. */
const table: Sums['table'] = ({ items, listTotal, total_amount_yuan: all, matched_amount_yuan: matched }) => {
  const whole = fenOf(matched) === fenOf(all) ? '' : `（仅符合条件的明细；所列付款共 ${formatYuan(all)} 元）`
  return [
    pageSum('pay_amount', items, (row) => row.matched_amount_yuan),
    totalSum('pay_amount', listTotal, matched, '筛选合计', whole),
  ]
}

export const SUMS: Sums = {
  ...amountSums(
    'pay_amount',
    (row) => row.pay_amount_yuan,
    (list) => list.total_amount_yuan,
  ),
  table,
}
