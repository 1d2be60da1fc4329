import type { Payable } from '@pianzhang/contract/payables'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { nameOf } from './words.ts'

/** An instalment as a card on phones. `onPay`: opens the payment editor; undefined: not allowed. */
export const Card = memo(function Card({
  row,
  mark,
  request,
  onPay,
}: {
  row: Payable
  /** That the account of its payee has changed. */
  mark?: string | undefined
  /** That a request under way would pay it. */
  request?: string | undefined
  onPay: ((row: Payable) => void) | undefined
}) {
  const { due_at, state, status, title, contract } = row
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.payee}
      amount={row.rest_yuan}
      text={`${contract.out_code} ${title}`}
      meta={[
        ...(due_at ? [due_at] : []),
        state === 'overdue' ? { warning: status } : status,
        ...(mark ? [{ warning: mark }] : []),
        ...(request ? [request] : []),
        ...(row.paid_yuan === '0.00' ? [] : [{ label: '已付', amount: row.paid_yuan }]),
      ]}
      actions={onPay ? [{ label: '付款', onClick: () => onPay(row) }] : []}
      {...(onPay && { onOpen: () => onPay(row) })}
    />
  )
})
