import { accountText } from '@pianzhang/contract/numbers'
import { changedAccountMark } from '@pianzhang/contract/payee-link'
import type { Payee } from '@pianzhang/contract/payees'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { actionsOf, type PayeeActions } from './columns.tsx'

/** A payee as a card on phones: name first, then bank and account. */
export const Card = memo(function Card({ row, on }: { row: Payee; on: PayeeActions }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.name}
      title={row.name}
      text={[row.bank_name, accountText(row.account) || '无收款账号'].filter(Boolean).join(' ')}
      meta={[
        row.kind_i18n,
        ...(row.account_change ? [{ warning: changedAccountMark(row.account_change) }] : []),
        ...(row.remark ? [{ shrinking: row.remark }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
