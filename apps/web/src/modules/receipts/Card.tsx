import type { Receipt } from '@pianzhang/contract/receipts'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RecordActions } from '../../ui/table/columns/columns.tsx'
import { actionsOf } from './columns.tsx'
import { nameOf } from './removal.ts'

/** A receipt as a card on phones: investor and amount first, then purpose, then the rest. */
export const Card = memo(function Card({ row, on }: { row: Receipt; on: RecordActions<Receipt> }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.investor}
      amount={row.amount_yuan}
      text={row.desc}
      meta={[
        row.investment_at,
        row.investment_category_name,
        ...(row.contract ? [{ shrinking: row.contract.out_code }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
