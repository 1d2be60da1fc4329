import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import type { LineRow } from './api.ts'
import { nameOf } from './words.ts'

/** A line that lacks an invoice as a card on phones. */
export const Card = memo(function Card({ row, actions }: { row: LineRow; actions: readonly RowAction[] }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.payer}
      amount={row.lacking_yuan}
      text={`${row.subject_three_name}${row.summary && ` · ${row.summary}`}`}
      meta={[
        row.pay_at,
        `${row.days}天`,
        row.age === 'over_90' ? { warning: row.reason_i18n } : row.reason_i18n,
        ...(row.flag === null ? [] : [{ warning: row.flag === 'due' ? '汇算前' : '已过汇算' }]),
        ...(row.lacking_yuan === row.pay_amount_yuan ? [] : [{ label: '付款', amount: row.pay_amount_yuan }]),
      ]}
      actions={[...actions]}
    />
  )
})
