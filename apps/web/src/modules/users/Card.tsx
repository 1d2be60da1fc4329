import type { User } from '@pianzhang/contract/users'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { actionsOf, type UserActions } from './columns.tsx'
import { nameOf, projectsOf, roleOf } from './words.ts'

interface Props {
  row: User
  on: UserActions
}

/** An account as a card on phones: who, in which role, in which projects. */
export const Card = memo(function Card({ row, on }: Props) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={[row.name, row.post].filter((part) => part !== '').join(' · ')}
      text={projectsOf(row)}
      meta={[
        row.phone,
        { shrinking: roleOf(row) || '未分配角色' },
        row.status === '1' ? { warning: row.status_i18n } : row.status_i18n,
      ]}
      actions={actionsOf(row, on)}
      {...(row.can.write && { onOpen: () => on.onEdit(row) })}
    />
  )
})
