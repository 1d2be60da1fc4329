import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { formatYuan } from '@pianzhang/contract/money'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { actionsOf, type InvoiceActions } from './columns.tsx'
import { Status } from './Status.tsx'
import { amountOf, faultOf, nameOf, paymentsOf } from './words.ts'

/** An invoice as a card on phones: seller or number and amount first, then why it failed, then the rest. */
export const Card = memo(function Card({ row, on }: { row: InvoiceRow; on: InvoiceActions }) {
  const { amount, net } = amountOf(row)
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={
        <>
          <Status status={row.status} text={row.status_i18n} voided={row.voided !== null} />{' '}
          {row.seller_name || nameOf(row)}
        </>
      }
      {...(amount === null ? {} : { amount, amountNote: net && '不含税' })}
      text={faultOf(row) || (row.status === 2 && row.reason) || row.invoice_type_i18n}
      meta={[
        ...(row.billing_date ? [row.billing_date] : []),
        ...paymentsOf(row).codes.slice(0, 1),
        ...(row.uses.length > 0 && row.left_amount_yuan ? [`余额 ${formatYuan(row.left_amount_yuan)}`] : []),
        ...(row.seller_name && row.invoice_number ? [{ shrinking: row.invoice_number }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
