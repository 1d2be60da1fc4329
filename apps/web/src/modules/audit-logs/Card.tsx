import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { deedOf, nameOf, recordOf, secondOf } from './words.ts'

/** An entry as a card on phones: who did what, to which record, when. */
export const Card = memo(function Card({ row, onOpen }: { row: AuditLog; onOpen: (row: AuditLog) => void }) {
  return (
    <RecordCard
      rowKey={row.id}
      of={nameOf(row)}
      title={`${row.user_name} ${deedOf(row)}`}
      text={recordOf(row)}
      meta={[secondOf(row), { shrinking: row.project?.name ?? '' }]}
      actions={[]}
      onOpen={() => onOpen(row)}
    />
  )
})
