import { useFeature } from '../../../platform/session/session.ts'
import type { DataColumn } from '../../../ui/table/column.ts'
import type { Paid } from './payeeColumn.tsx'
import * as parts from './payeeColumn.tsx'

export type PayeeParts = typeof parts

/** What payees add to a list; undefined while the company has them off. */
export const usePayeeParts = (): PayeeParts | undefined => (useFeature('payee') ? parts : undefined)

/** A column with names, marked where payees are known: see `marked`. */
export const markedBy = <R extends Paid>(
  payees: PayeeParts | undefined,
  column: DataColumn<R>,
): DataColumn<R> => payees?.marked(column, (row) => row, true) ?? column

/** The column of payees, where they are known. */
export const payeeColumns = <R extends Paid>(payees: PayeeParts | undefined): DataColumn<R>[] =>
  payees ? [payees.payeeColumn<R>()] : []
