import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { budgetsChanged, removal } from './api.ts'

/** Budget lines have no number of their own. */
export const nameOf = (row: CostBudget): string => `${row.subject_three_out_code} ${row.subject_three_name}`

export const REMOVAL: Removal<CostBudget> = {
  nameOne: (row) => `${nameOf(row)}，${formatYuan(row.amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, (row) => row.amount_yuan))} 元`,
  ...removal,
  changed: budgetsChanged,
}
