import { changedAccountMark, changedAccountText, type PayeeLink } from '@pianzhang/contract/payee-link'
import type { DataColumn } from '../../../ui/table/column.ts'
import { NamedPayee, PayeeWarning, REPEATED } from './PayeeMark.tsx'

export interface Paid {
  payee?: PayeeLink | null | undefined
  /** Of a payment: whether another one may repeat it. */
  repeated?: boolean | undefined
}

/** The payee of a record, in a column that begins hidden: mostly it has the name that the list shows anyway. */
export const payeeColumn = <R extends Paid>(): DataColumn<R> => ({
  key: 'payee',
  title: '收款人',
  width: 232,
  beginsHidden: true,
  text: ({ payee, repeated }) =>
    payee
      ? [payee.name, payee.account_change && changedAccountMark(payee.account_change), repeated && REPEATED]
          .filter(Boolean)
          .join(' ')
      : '',
  render: ({ payee, repeated }) =>
    payee && (
      <NamedPayee
        name={<span title={payee.name}>{payee.name}</span>}
        change={payee.account_change}
        repeated={repeated}
      />
    ),
})

/**
 * A column with names, each marked while the account of the record's payee was changed in the last days, or where another payment may repeat it.
 * `bare`: by the sign alone.
 */
export const marked = <R,>(
  column: DataColumn<R>,
  paidOf: (row: R) => Paid,
  bare: boolean,
): DataColumn<R> => ({
  ...column,
  render: (row) => {
    const { payee, repeated } = paidOf(row)
    const change = payee?.account_change ?? null
    const name = column.render(row)
    return change || repeated ? (
      <NamedPayee name={name} change={change} repeated={repeated} bare={bare} />
    ) : (
      name
    )
  },
})

/** The mark in words, for cards. */
export const markOf = (payee: PayeeLink | null | undefined): string | undefined =>
  payee?.account_change ? changedAccountMark(payee.account_change) : undefined

/** The warning of a payee whose account was changed in the last days, in a dialog. */
export const warningOf = (payee: PayeeLink | null | undefined) =>
  payee?.account_change && <PayeeWarning>{changedAccountText(payee.account_change)}</PayeeWarning>
