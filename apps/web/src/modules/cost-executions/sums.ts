import type { PaymentList } from '@pianzhang/contract/cost-executions'
import { capitals, fenOf, formatYuan, sum, yuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Sum } from '../../ui/list/SumRows.tsx'

/**
 * 本页合计 and 筛选合计. A filter on lines lists whole payments; where their matching lines come to less, that is said too, or the sum
 * would answer a question that nobody asked.
 */
export function sumsOf({
  items,
  listTotal,
  total_amount_yuan: total,
  matched_amount_yuan: matched,
}: PaymentList): Sum[] {
  const part = fenOf(matched) === fenOf(total) ? '' : `（其中符合条件的明细 ${formatYuan(matched)} 元）`
  return [
    {
      label: '本页合计',
      note: `${count(items.length)} 条`,
      amount: yuan(sum(items.map((row) => fenOf(row.pay_amount_yuan)))),
    },
    {
      label: '筛选合计',
      note: `${count(listTotal)} 条`,
      amount: total,
      words: capitals(total) + part,
    },
  ]
}
