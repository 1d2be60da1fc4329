import type { User } from '@pianzhang/contract/users'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import { nameOf, projectsOf, roleOf } from './words.ts'

interface UserActions {
  onEdit: (user: User) => void
  onReset: (user: User) => void
  onSecondFactor: (user: User) => void
  onDelete: (user: User) => void
  onTransfer: (user: User) => void
}

/** The super administrator's account has 移交 instead of 删除. */
export const actionsOf = (row: User, on: UserActions): RowAction[] => [
  ...(row.can.write ? [{ label: '修改', onClick: () => on.onEdit(row) }] : []),
  ...(row.can.reset || row.reset_refused
    ? [{ label: '重置密码', refused: row.reset_refused, onClick: () => on.onReset(row) }]
    : []),
  ...(row.can.second_factor
    ? [{ label: '解除两步验证', more: true, onClick: () => on.onSecondFactor(row) }]
    : []),
  ...(row.can.transfer ? [{ label: '移交', onClick: () => on.onTransfer(row) }] : []),
  ...(row.can.delete
    ? [{ label: '删除', danger: true, more: row.can.second_factor, onClick: () => on.onDelete(row) }]
    : []),
]

/** The widths fit beside the menu in a window of 1280 px. `actions`: adds the column 操作. */
export const userColumns = (on: UserActions, actions: boolean): DataColumn<User>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 88,
    fixed: 'start',
    text: (row) => row.name,
    render: (row) => (
      <span className="ellipsis" title={row.name}>
        {row.name}
      </span>
    ),
  },
  textColumn('post', '岗位', (row) => row.post, { width: 104 }),
  numberColumn('phone', '手机号', (row) => row.phone, { width: 128 }),
  textColumn('projects', '参与项目', projectsOf, { least: 136 }),
  textColumn('role', '角色', roleOf, { width: 100 }),
  {
    key: 'status',
    title: '状态',
    width: 60,
    text: (row) => row.status_i18n,
    render: (row) => <span className={row.status === '1' ? 'red' : undefined}>{row.status_i18n}</span>,
  },
  textColumn('creator', '创建人', (row) => row.creator?.name, { width: 76 }),
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 160 }),
  ...(actions
    ? [
        actionsColumn<User>(
          164,
          (row) => row.name,
          (row) => actionsOf(row, on),
        ),
      ]
    : []),
]

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
