import type { Reminder } from '@pianzhang/contract/reminders'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RecordActions } from '../../ui/table/columns/columns.tsx'
import { actionsOf } from './columns.tsx'
import { modeOf, nameOf, periodOf } from './words.ts'

/** A reminder as a card on phones: contract and content first, then when it is due. */
export const Card = memo(function Card({ row, on }: { row: Reminder; on: RecordActions<Reminder> }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={`${row.contract.out_code} ${row.contract.customer}`}
      text={row.remark}
      meta={[modeOf(row) || row.category.category_i18n, periodOf(row)]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
