import type { Receipt } from '@pianzhang/contract/receipts'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { receipts } from './api.ts'

/** Receipts have no number of their own. */
export const nameOf = (row: Receipt): string => `${row.investment_at} ${row.investor}`
export const amountOf = (row: Receipt): string => row.amount_yuan

export const REMOVAL = amountRemoval(receipts, nameOf, amountOf)
