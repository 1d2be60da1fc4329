import { capitals, fenOf, sum, yuan } from '@pianzhang/contract/money'
import { count } from '../count.ts'
import type { Sum } from './SumRows.tsx'

/** A sum by its name: 合计, 应付. */
export interface NamedSum {
  name: string
  /** In yuan. */
  amount: string
}

/** The sums of a list. */
export interface ListSums<R, L> {
  /** Sums of the rows shown, and of all matching records. */
  table: (list: L) => readonly Sum[]
  /** Sums on paper, if not those of the table. */
  paper?: (list: L) => readonly Sum[]
  /** Sums of all matching records, on phones; each name includes their number. `list` and an amount are undefined until known. */
  cards: (list: L | undefined) => readonly { name: string; amount: string | undefined }[]
  selected: (rows: readonly R[]) => readonly NamedSum[]
}

/** The sum of the rows' amounts, in yuan. */
export const sumOf = <R>(rows: readonly R[], amountOf: (row: R) => string): string =>
  yuan(sum(rows.map((row) => fenOf(amountOf(row)))))

/** 本页合计 of one amount. `column`: its key. */
export const pageSum = <R>(column: string, rows: readonly R[], amountOf: (row: R) => string): Sum => ({
  of: 'page',
  label: '本页合计',
  note: `${count(rows.length)} 条`,
  amounts: { [column]: sumOf(rows, amountOf) },
})

/** 筛选合计 of one amount. `more`: text behind the amount in capitals. */
export const totalSum = (column: string, records: number, amount: string, label: string, more = ''): Sum => ({
  of: 'all',
  label,
  note: `${count(records)} 条`,
  amounts: { [column]: amount },
  words: capitals(amount) + more,
})

/** The sums of records with one amount. `totalOf`: sum of all matching records, in yuan. */
export const amountSums = <R, L extends { items: readonly R[]; listTotal: number }>(
  column: string,
  amountOf: (row: R) => string,
  totalOf: (list: L) => string,
  label = '筛选合计',
): ListSums<R, L> => ({
  table: (list) => [
    pageSum(column, list.items, amountOf),
    totalSum(column, list.listTotal, totalOf(list), label),
  ],
  cards: (list) => [
    {
      name: list ? `${label} · 共 ${count(list.listTotal)} 条` : label,
      amount: list && totalOf(list),
    },
  ],
  selected: (rows) => [{ name: '合计', amount: sumOf(rows, amountOf) }],
})
