import type { Payee } from '@pianzhang/contract/payees'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { payees } from './api.ts'

export const nameOf = (row: Payee): string => row.name

export const REMOVAL: Removal<Payee> = {
  nameOne: nameOf,
  nameMany: (rows) => `共 ${count(rows.length)} 个收款人`,
  removeOne: payees.removeOne,
  removeMany: payees.removeMany,
  changed: payees.changed,
}
