import { fenOf, percentOf, yuan } from '@pianzhang/contract/money'
import type { ContractAmounts, ProjectAmounts } from '@pianzhang/contract/overview'
import { isOver } from '../../../ui/chart/compare/comparison.ts'
import {
  CONTRACTS,
  COST_BUDGET,
  INVESTMENT_BUDGET,
  OPEN_CASH,
  PAYMENTS,
  RECEIPTS,
  type Target,
} from '../links.ts'

/** A figure of a box and its words, each with the page that explains it. */
export interface Measure {
  words: readonly { text: string; target: Target }[]
  amount: string
}
/** A progress box: what was used of a base. */
export interface Box {
  title: string
  actual: Measure
  base: Measure
  /** Whether an amount above the base is red: for overspending, but not for receiving more than promised. */
  warns: boolean
  /** What the actual amount is the sum of. */
  parts?: readonly { text: string; amount: string }[]
}

/** Payments, and petty cash that is not written off: a detail that is written off is a payment already. */
export const costOf = ({
  cost_execution_total_amount: paid,
  imprest_open_amount: open,
}: ProjectAmounts): string => yuan(fenOf(paid) + fenOf(open))

/**
 * The share of its base that was used. The figure may exceed 100 %, while the bar beside it ends there (progress.ts). Null if
 * something was used of a base that is not positive.
 */
export function shareOf({ actual, base }: Pick<Box, 'actual' | 'base'>): string | null {
  const used = fenOf(actual.amount)
  if (used === 0n) return '0.00%'
  return fenOf(base.amount) > 0n ? percentOf(used, fenOf(base.amount)) : null
}

/** The amount by which the base is exceeded; null: it is not. */
export function aboveOf({ actual, base }: Pick<Box, 'actual' | 'base'>): string | null {
  const amounts = { executed: actual.amount, budget: base.amount }
  return isOver(amounts) ? yuan(fenOf(actual.amount) - fenOf(base.amount)) : null
}

export const overspent = (box: Box): boolean => box.warns && aboveOf(box) !== null

/** The five boxes of api.md §5 (Projects). */
export function boxesOf(sums: ProjectAmounts, contracts: ContractAmounts): Box[] {
  const costBudget: Measure = {
    words: [{ text: '费用预算', target: COST_BUDGET }],
    amount: sums.cost_budget_total_amount,
  }
  const promised: Measure = {
    words: [{ text: '投资预算', target: INVESTMENT_BUDGET }],
    amount: sums.investment_budget_total_amount,
  }
  const received: Measure = {
    words: [{ text: '收款', target: RECEIPTS }],
    amount: sums.investment_execution_total_amount,
  }
  const spent: Measure = {
    words: [
      { text: '付款', target: PAYMENTS },
      { text: '备用金', target: OPEN_CASH },
    ],
    amount: costOf(sums),
  }
  const parts = [
    { text: '付款', amount: sums.cost_execution_total_amount },
    { text: '未核销备用金', amount: sums.imprest_open_amount },
  ]
  return [
    { title: '预算现金流', actual: costBudget, base: promised, warns: true },
    { title: '执行现金流', actual: spent, base: received, warns: true, parts },
    { title: '投资对比', actual: received, base: promised, warns: false },
    { title: '费用对比', actual: spent, base: costBudget, warns: true, parts },
    {
      title: '合同付款',
      actual: {
        words: [{ text: '已付', target: CONTRACTS }],
        amount: contracts.contract_paid_total_amount,
      },
      base: { words: [{ text: '合同总额', target: CONTRACTS }], amount: contracts.contract_total_amount },
      warns: true,
    },
  ]
}
