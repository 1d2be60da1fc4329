import type { DailyCosts } from '@pianzhang/contract/cost-report'
import { fenOf, percentOf } from '@pianzhang/contract/money'
import type { DataColumn } from '../../../ui/table/column.ts'
import { moneyColumn, numberColumn, textColumn } from '../../../ui/table/columns/columns.tsx'

export type DailyRow = DailyCosts['items'][number]

/** 占现行预算 of the cost up to a day; `-` without a budget. */
const shareOf = ({ cumulative_yuan }: DailyRow, budget: string): string =>
  fenOf(budget) > 0n ? percentOf(fenOf(cumulative_yuan), fenOf(budget)) : '-'

export const dailyColumns = (budget: string): DataColumn<DailyRow>[] => [
  numberColumn('day', '日期', ({ day }) => day, { width: 140 }),
  {
    key: 'day_no',
    title: '拍摄日',
    width: 140,
    render: ({ day_no }) =>
      day_no === null ? <span className="muted">未拍摄</span> : <span className="num">第{day_no}天</span>,
  },
  moneyColumn('spent', '当日发生（元）', ({ spent_yuan }) => spent_yuan, { width: 180 }),
  moneyColumn('cumulative', '累计发生（元）', ({ cumulative_yuan }) => cumulative_yuan, { width: 190 }),
  {
    key: 'share',
    title: '占现行预算',
    width: 120,
    align: 'right',
    render: (row) => <span className="num">{shareOf(row, budget)}</span>,
  },
  textColumn('remark', '说明', ({ remark }) => remark),
]
