import type { Contract } from '@pianzhang/contract/contracts'
import { count } from '../../ui/count.ts'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { contracts } from './api.ts'
import { signedWords } from './sums.ts'

export const nameOf = (row: Contract): string => `${row.out_code} ${row.customer}`

export const REMOVAL: Removal<Contract> = {
  ...amountRemoval(contracts, nameOf, (row) => row.amount_yuan),
  nameMany: (rows) => `共 ${count(rows.length)} 条，${signedWords(rows)}`,
}
