import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { budgetsChanged, removal } from './api.ts'

export const nameOf = (row: InvestmentBudget): string => row.investor

export const REMOVAL: Removal<InvestmentBudget> = {
  nameOne: (row) => `${nameOf(row)}，${formatYuan(row.amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, (row) => row.amount_yuan))} 元`,
  ...removal,
  changed: budgetsChanged,
}
