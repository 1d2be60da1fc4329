import type { TransferBatch, TransferBatchList } from '@pianzhang/contract/transfer-batches'
import { count } from '../../ui/count.ts'
import { type ListSums, pageSum, sumOf, totalSum } from '../../ui/table/sums.ts'

const amountOf = ({ total_yuan }: TransferBatch): string => total_yuan
const living = (rows: readonly TransferBatch[]) => rows.filter(({ state }) => state !== 'cancelled')
const ALL = '筛选合计'
const LIVING = '不含已作废'

/** Sums of living batches: the payments of a cancelled one may be in another one, and would count twice. */
export const SUMS: ListSums<TransferBatch, TransferBatchList> = {
  // 不含已作废 stands in the note, as the label's column would cut it.
  table: ({ items, living_count, total_amount_yuan }) =>
    [pageSum('total', living(items), amountOf), totalSum('total', living_count, total_amount_yuan, ALL)].map(
      (sum) => ({ ...sum, note: `${sum.note}，${LIVING}` }),
    ),
  cards: (list) =>
    list?.listTotal === 0
      ? []
      : [
          {
            name: list ? `${ALL}（${LIVING}） · 共 ${count(list.living_count)} 条` : ALL,
            amount: list?.total_amount_yuan,
          },
        ],
  selected: (rows) => [{ name: '合计', amount: sumOf(living(rows), amountOf) }],
}
