import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { formatYuan } from '@pianzhang/contract/money'

/** 1,800.00 × 60 日: how a line's amount comes about. */
export const calculationOf = ({ unit_price_yuan, quantity, unit }: CostBudget): string =>
  `${formatYuan(unit_price_yuan)} × ${grouped(quantity)}${unit && ` ${unit}`}`
