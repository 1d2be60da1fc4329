import { changedAccountMark, type PayeeLink } from '@pianzhang/contract/payee-link'
import type { DataColumn } from '../../../ui/table/column.ts'
import { NamedPayee } from './PayeeMark.tsx'

interface Paid {
  payee?: PayeeLink | null | undefined
}

/** The payee of a record, marked while its account was changed in the last days. */
export const payeeColumn = <R extends Paid>(): DataColumn<R> => ({
  key: 'payee',
  title: '收款人',
  width: 232,
  text: ({ payee }) =>
    payee
      ? [payee.name, payee.account_change && changedAccountMark(payee.account_change)]
          .filter(Boolean)
          .join(' ')
      : '',
  render: ({ payee }) =>
    payee && <NamedPayee name={<span title={payee.name}>{payee.name}</span>} change={payee.account_change} />,
})
