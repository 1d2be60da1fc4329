import type { PaymentList } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan } from '@pianzhang/contract/money'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { ledgerSums } from '../../ui/table/sums.ts'

/**
 * 本页合计 and 筛选合计. A filter on lines lists whole payments, so the sum of the matching lines is also shown
 * if it differs.
 */
export const sumsOf = ({
  items,
  listTotal,
  total_amount_yuan: total,
  matched_amount_yuan: matched,
}: PaymentList): Sum[] =>
  ledgerSums({
    column: 'pay_amount',
    rows: items,
    amountOf: (row) => row.pay_amount_yuan,
    total: { count: listTotal, amount: total },
    more: fenOf(matched) === fenOf(total) ? '' : `（其中符合条件的明细 ${formatYuan(matched)} 元）`,
  })
