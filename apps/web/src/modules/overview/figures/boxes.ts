import { fenOf, yuan } from '@pianzhang/contract/money'
import { type ContractAmounts, NO_BUDGET, NO_TOTAL, type ProjectAmounts } from '@pianzhang/contract/overview'
import { isOver, usedShare } from '../../../ui/chart/compare/comparison.ts'
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
  /** Stands for the share where something was used of a base that is not above zero. */
  none: string
  /** What the actual amount is the sum of. */
  parts?: readonly { text: string; amount: string }[]
}

/** Payments, and petty cash that is not written off: a detail that is written off is a payment already. */
export const costOf = ({
  cost_execution_total_amount: paid,
  imprest_open_amount: open,
}: ProjectAmounts): string => yuan(fenOf(paid) + fenOf(open))

const amountsOf = ({ actual, base }: Pick<Box, 'actual' | 'base'>) => ({
  executed: actual.amount,
  budget: base.amount,
})

/** The share of its base that was used. The figure may exceed 100 %, while the bar beside it ends there (progress.ts). */
export const shareOf = (box: Pick<Box, 'actual' | 'base' | 'none'>): string =>
  fenOf(box.actual.amount) === 0n ? '0.00%' : usedShare(amountsOf(box), box.none)

/** The amount by which the base is exceeded; null: it is not. */
export function aboveOf(box: Pick<Box, 'actual' | 'base'>): string | null {
  const { executed, budget } = amountsOf(box)
  return isOver({ executed, budget }) ? yuan(fenOf(executed) - fenOf(budget)) : null
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
    { title: '预算现金流', actual: costBudget, base: promised, warns: true, none: NO_BUDGET },
    { title: '执行现金流', actual: spent, base: received, warns: true, none: '无收款', parts },
    { title: '投资对比', actual: received, base: promised, warns: false, none: NO_BUDGET },
    { title: '费用对比', actual: spent, base: costBudget, warns: true, none: NO_BUDGET, parts },
    {
      title: '合同付款',
      actual: {
        words: [{ text: '已付', target: CONTRACTS }],
        amount: contracts.contract_paid_total_amount,
      },
      base: { words: [{ text: '合同总额', target: CONTRACTS }], amount: contracts.contract_total_amount },
      warns: true,
      none: NO_TOTAL,
    },
  ]
}
