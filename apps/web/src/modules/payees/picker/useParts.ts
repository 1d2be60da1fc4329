import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { featureCode } from '../../../ui/code/featureCode.ts'
import type { DataColumn } from '../../../ui/table/column.ts'

export type PayeeParts = typeof import('./payeeColumn.tsx')

/** What payees add to a list. */
export const usePayeeParts = featureCode('payee', () => import('./payeeColumn.tsx'))

interface Paid {
  payee?: PayeeLink | null | undefined
}

/** A column with names, marked where payees are known. */
export const markedBy = <R extends Paid>(
  parts: PayeeParts | undefined,
  column: DataColumn<R>,
): DataColumn<R> => parts?.marked(column, ({ payee }) => payee, true) ?? column

/** The column of payees, where they are known. */
export const payeeColumns = <R extends Paid>(parts: PayeeParts | undefined): DataColumn<R>[] =>
  parts ? [parts.payeeColumn<R>()] : []
