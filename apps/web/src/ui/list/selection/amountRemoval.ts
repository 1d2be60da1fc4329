import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../count.ts'
import { sumOf } from '../../table/sums.ts'
import type { Removal } from './useRemoval.ts'

type Calls = Pick<Removal<never>, 'removeOne' | 'removeMany' | 'changed'>

/** How records with an amount are deleted: the question names the amount, or the sum of several. */
export const amountRemoval = <R>(
  { removeOne, removeMany, changed }: Calls,
  nameOf: (row: R) => string,
  amountOf: (row: R) => string,
): Removal<R> => ({
  nameOne: (row) => `${nameOf(row)}，${formatYuan(amountOf(row))} 元`,
  nameMany: (rows) => `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, amountOf))} 元`,
  removeOne,
  removeMany,
  changed,
})
