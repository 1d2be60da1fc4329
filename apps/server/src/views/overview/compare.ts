import { type Compared, isUnbudgeted } from '@pianzhang/contract/compared'
import { ratio, yuan } from '@pianzhang/contract/money'
import type { CellValue } from '@pianzhang/xlsx'
import type { SummableColumn } from '../../platform/sheet/totals.ts'

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

/** `none`: stands for the share where something was used without a budget. */
export const comparedCells = ({ budget, executed }: Compared, none: string): CellValue[] => [
  executed,
  budget,
  budget > 0n ? ratio(executed, budget) : isUnbudgeted({ budget, executed }) ? none : null,
]
