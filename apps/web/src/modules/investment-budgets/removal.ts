import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { budgets } from './api.ts'

export const nameOf = (row: InvestmentBudget): string => row.investor
export const amountOf = (row: InvestmentBudget): string => row.amount_yuan

export const REMOVAL = amountRemoval(budgets, nameOf, amountOf)
