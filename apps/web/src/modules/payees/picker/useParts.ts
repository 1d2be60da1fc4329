import { featureCode } from '../../../ui/code/featureCode.ts'
import type { DataColumn } from '../../../ui/table/column.ts'
import type { Paid } from './payeeColumn.tsx'

export type PayeeParts = typeof import('./payeeColumn.tsx')

/** What payees add to a list. */
export const usePayeeParts = featureCode('payee', () => import('./payeeColumn.tsx'))

/** A column with names, marked where payees are known: see `marked`. */
export const markedBy = <R extends Paid>(
  parts: PayeeParts | undefined,
  column: DataColumn<R>,
): DataColumn<R> => parts?.marked(column, (row) => row, true) ?? column

/** The column of payees, where they are known. */
export const payeeColumns = <R extends Paid>(parts: PayeeParts | undefined): DataColumn<R>[] =>
  parts ? [parts.payeeColumn<R>()] : []
