import type { Receipt } from '@pianzhang/contract/investment-executions'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { receiptsChanged, removal } from './api.ts'

/** Receipts have no number of their own. */
export const nameOf = (row: Receipt): string => `${row.investment_at} ${row.investor}`

export const REMOVAL: Removal<Receipt> = {
  nameOne: (row) => `${nameOf(row)}，${formatYuan(row.amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, (row) => row.amount_yuan))} 元`,
  ...removal,
  changed: receiptsChanged,
}
