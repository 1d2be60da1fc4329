import type { Receipt } from '@pianzhang/contract/investment-executions'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/RecordCard.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

interface Props {
  row: Receipt
  actionsOf: (row: Receipt) => readonly RowAction[]
  onDetail: (row: Receipt) => void
}

/** A receipt for a thumb: investor and amount first, then what for, then the rest. */
export const Card = memo(function Card({ row, actionsOf, onDetail }: Props) {
  return (
    <RecordCard
      rowKey={row.code}
      of={`${row.investment_at} ${row.investor}`}
      title={row.investor}
      amount={row.amount_yuan}
      text={row.desc}
      meta={[
        row.investment_at,
        row.investment_category_name,
        ...(row.contract ? [{ shrinking: row.contract.out_code }] : []),
      ]}
      actions={actionsOf(row)}
      onOpen={() => onDetail(row)}
    />
  )
})
