import type { InvoiceList, InvoiceRow, InvoiceSum } from '@pianzhang/contract/invoices'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { type ListSums, type NamedSum, sumOf } from '../../ui/table/sums.ts'
import { amountOf } from './words.ts'

type Kind = InvoiceSum['kind']

/** Amounts with tax and amounts before tax are never added up. */
const NAMES: Record<Kind, string> = { total: '合计', net: '不含税合计' }

/** The invoices with a known amount, by the meaning of the amount. Voided ones count nowhere. */
const byKind = (rows: readonly InvoiceRow[]) =>
  (['total', 'net'] as const)
    .map((kind) => ({
      kind,
      rows: rows.filter((row) => {
        const { amount, net } = amountOf(row)
        return !row.voided && amount !== null && net === (kind === 'net')
      }),
    }))
    .filter((part) => part.rows.length > 0)

const sumOfRows = (rows: readonly InvoiceRow[]): string => sumOf(rows, (row) => amountOf(row).amount ?? '0')

const failedWords = ({ count: all, failed_count: failed, failed_amount_yuan }: InvoiceSum): string =>
  failed === 0 || failed === all
    ? ''
    : `（其中查验失败 ${count(failed)} 条 ${formatYuan(failed_amount_yuan)} 元）`

/** `sums` may be missing in the answer of a server that is not updated yet. */
type Summed = Pick<InvoiceList, 'items'> & Partial<Pick<InvoiceList, 'sums'>>

/** 本页合计 and 筛选合计 with tax, as the column; beside them 不含税合计 of the invoices whose total is not known. */
export const invoiceSums = ({ items, sums = [] }: Summed): Sum[] => [
  ...byKind(items).map(({ kind, rows }) => ({
    of: 'page' as const,
    label: `本页${NAMES[kind]}`,
    note: `${count(rows.length)} 条`,
    amounts: { amount: sumOfRows(rows) },
  })),
  ...sums.map((sum) => ({
    of: 'all' as const,
    label: `筛选${NAMES[sum.kind]}`,
    note: `${count(sum.count)} 条`,
    amounts: { amount: sum.amount_yuan },
    words: capitals(sum.amount_yuan) + failedWords(sum),
  })),
]

/** The sums of all that match, for phones. */
export const allSums = ({ sums = [] }: Summed): NamedSum[] =>
  sums.map((sum) => ({
    name: `筛选${NAMES[sum.kind]} · ${count(sum.count)} 条${failedWords(sum)}`,
    amount: sum.amount_yuan,
  }))

/** The sums of the selected invoices. */
export const selectedSums = (rows: readonly InvoiceRow[]): NamedSum[] =>
  byKind(rows).map(({ kind, rows: some }) => ({ name: NAMES[kind], amount: sumOfRows(some) }))

export const SUMS: ListSums<InvoiceRow, InvoiceList> = {
  table: invoiceSums,
  cards: (list) => (list ? allSums(list) : []),
  selected: selectedSums,
}
