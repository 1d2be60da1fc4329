import { fenOf, formatYuan } from '@pianzhang/contract/money'
import type { PaymentList, PaymentListItem } from '@pianzhang/contract/payments'
import { amountSums, type ListSums, pageSum, totalSum } from '../../ui/table/sums.ts'

type Sums = ListSums<PaymentListItem, PaymentList>

/** Sums the lines that match, as the export does. A filter on lines lists whole payments, whose full sum is added if it differs. */
const table: Sums['table'] = ({ items, listTotal, total_amount_yuan: all, matched_amount_yuan: matched }) => {
  const whole = fenOf(matched) === fenOf(all) ? '' : `（仅符合条件的明细；所列付款共 ${formatYuan(all)} 元）`
  return [
    pageSum('pay_amount', items, (row) => row.matched_amount_yuan),
    totalSum('pay_amount', listTotal, matched, '筛选合计', whole),
  ]
}

const ofMatched: Sums = amountSums(
  'pay_amount',
  (row) => row.pay_amount_yuan,
  (list) => list.matched_amount_yuan,
)

export const SUMS: Sums = {
  ...ofMatched,
  table,
  // On phones 筛选合计 sums the matching lines, too; the full sum of the payments stands beside it.
  cards: (list) => {
    const sums = ofMatched.cards(list)
    return list && fenOf(list.matched_amount_yuan) !== fenOf(list.total_amount_yuan)
      ? [...sums, { name: '所列付款', amount: list.total_amount_yuan }]
      : sums
  },
}
