import type { Contract } from '@pianzhang/contract/contracts'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { contractsChanged, removal } from './api.ts'
import { signedWords } from './sums.ts'

export const nameOf = (row: Contract): string => `${row.out_code} ${row.customer}`

export const REMOVAL: Removal<Contract> = {
  nameOne: (row) => `${nameOf(row)}，${formatYuan(row.amount_yuan)} 元`,
  nameMany: (rows) => `共 ${count(rows.length)} 条，${signedWords(rows)}`,
  ...removal,
  changed: contractsChanged,
}
