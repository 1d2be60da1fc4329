import type { PaymentList } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { NamedSum } from '../../ui/list/namedSum.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { FILTER_TOTAL, ledgerSums } from '../../ui/table/sums.ts'

/** 本页合计 and 筛选合计: of the lines that match, as in the export. A filter on lines lists whole payments, whose sum stands behind if it differs. */
export const sumsOf = ({
  items,
  listTotal,
  total_amount_yuan: total,
  matched_amount_yuan: matched,
}: PaymentList): Sum[] =>
  ledgerSums({
    column: 'pay_amount',
    rows: items,
    amountOf: (row) => row.matched_amount_yuan,
    total: { count: listTotal, amount: matched },
    more: fenOf(matched) === fenOf(total) ? '' : `（仅符合条件的明细；所列付款共 ${formatYuan(total)} 元）`,
  })

/** For phones, where a filter on lines leaves two sums: of the lines that match, and of the payments they belong to. */
export const listedSums = ({
  listTotal,
  total_amount_yuan: total,
  matched_amount_yuan: matched,
}: PaymentList): NamedSum[] =>
  fenOf(matched) === fenOf(total)
    ? []
    : [
        { name: `${FILTER_TOTAL} · 共 ${count(listTotal)} 条`, amount: matched },
        { name: '所列付款', amount: total },
      ]
