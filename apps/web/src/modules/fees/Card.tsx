import type { Fee } from '@pianzhang/contract/fees'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { feeName } from './words.ts'

/** A fee as a card on phones. */
export const Card = memo(function Card({
  row,
  actionsOf,
}: {
  row: Fee
  actionsOf: (row: Fee) => readonly RowAction[]
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={feeName(row)}
      title={row.payee.name}
      amount={row.gross_yuan}
      amountNote="税前"
      {...(row.remark !== '' && { text: row.remark })}
      meta={[
        row.pay_at,
        `${row.kind_i18n} · ${row.basis_i18n}`,
        { label: '预扣税额', amount: row.tax_yuan },
        { label: '实发', amount: row.net_yuan },
        ...(row.locked === '' ? [] : ['已锁定']),
      ]}
      actions={actionsOf(row)}
    />
  )
})
