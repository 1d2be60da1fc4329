import { capitals, fenOf, sum, yuan } from '@pianzhang/contract/money'
import { count } from '../count.ts'
import type { Sum } from './SumRows.tsx'

export const FILTER_TOTAL = '筛选合计'

interface Sums<R> {
  /** The key of the amounts' column. */
  column: string
  rows: readonly R[]
  /** In yuan. */
  amountOf: (row: R) => string
  /** Of all that match; `label`: where it is not 筛选合计. */
  total: { count: number; amount: string; label?: string }
  /** Behind the capitals of the total. */
  more?: string
}

/** Their sum in yuan. */
export const sumOf = <R>(rows: readonly R[], amountOf: (row: R) => string): string =>
  yuan(sum(rows.map((row) => fenOf(amountOf(row)))))

/** 本页合计 and 筛选合计 of a ledger with one amount. */
export const ledgerSums = <R>({ column, rows, amountOf, total, more = '' }: Sums<R>): Sum[] => [
  {
    of: 'page',
    label: '本页合计',
    note: `${count(rows.length)} 条`,
    amounts: { [column]: sumOf(rows, amountOf) },
  },
  {
    of: 'all',
    label: total.label ?? FILTER_TOTAL,
    note: `${count(total.count)} 条`,
    amounts: { [column]: total.amount },
    words: capitals(total.amount) + more,
  },
]
