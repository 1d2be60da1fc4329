import { ratio, yuan } from '@pianzhang/contract/money'
import type { CellValue } from '@pianzhang/xlsx'
import type { SummableColumn } from '../../platform/sheet/totals.ts'

/** A budget against what was used of it, in fen. */
export interface Compared {
  budget: bigint
  executed: bigint
}

export const comparedAnswer = ({ budget, executed }: Compared) => ({
  budget: yuan(budget),
  executed: yuan(executed),
})

/** The last columns of a comparison's spreadsheet; `executed` and `budget` are titles without their unit. */
export const comparedColumns = (executed: string, budget: string): SummableColumn[] => [
  { title: `${executed}（元）`, kind: 'money', summed: true, width: 20 },
  { title: `${budget}（元）`, kind: 'money', summed: true, width: 20 },
  { title: '占比', kind: 'percent', width: 10 },
]

/** Without a budget above 0 there is no share. */
export const comparedCells = ({ budget, executed }: Compared): CellValue[] => [
  executed,
  budget,
  budget > 0n ? ratio(executed, budget) : null,
]
