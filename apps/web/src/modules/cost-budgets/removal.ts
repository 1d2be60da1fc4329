import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { budgets } from './api.ts'

/** Budget lines have no number of their own. */
export const nameOf = (row: CostBudget): string => `${row.subject_three_out_code} ${row.subject_three_name}`
export const amountOf = (row: CostBudget): string => row.amount_yuan

export const REMOVAL = amountRemoval(budgets, nameOf, amountOf)
