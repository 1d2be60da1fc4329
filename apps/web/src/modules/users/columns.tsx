import type { User } from '@pianzhang/contract/users'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './users.module.css'
import { projectsOf, roleOf } from './words.ts'

export interface UserActions {
  onEdit: (user: User) => void
  onReset: (user: User) => void
  onDelete: (user: User) => void
  onTransfer: (user: User) => void
}

/** The super administrator is not deleted: they hand over. */
export const actionsOf = (row: User, on: UserActions): RowAction[] => [
  ...(row.can.write ? [{ label: '修改', onClick: () => on.onEdit(row) }] : []),
  ...(row.can.reset ? [{ label: '重置密码', onClick: () => on.onReset(row) }] : []),
  ...(row.can.transfer ? [{ label: '移交', onClick: () => on.onTransfer(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => on.onDelete(row) }] : []),
]

const { text, number } = cells<User>()

/** All fit beside the menu at 1280 px. `actions`: whether there are any for this person. */
export const userColumns = (on: UserActions, actions: boolean): DataColumn<User>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 88,
    fixed: 'start',
    text: (row) => row.name,
    render: (row) => (
      <span className={styles.name} title={row.name}>
        {row.name}
      </span>
    ),
  },
  { key: 'post', title: '岗位', width: 104, ...text((row) => row.post, '-') },
  { key: 'phone', title: '手机号', width: 128, ...number((row) => row.phone) },
  { key: 'projects', title: '参与项目', least: 136, ...text(projectsOf, '-') },
  { key: 'role', title: '角色', width: 100, ...text(roleOf, '-') },
  {
    key: 'status',
    title: '状态',
    width: 60,
    text: (row) => row.status_i18n,
    render: (row) => <span className={row.status === '1' ? styles.off : undefined}>{row.status_i18n}</span>,
  },
  { key: 'creator', title: '创建人', width: 76, ...text((row) => row.creator?.name ?? '', '-') },
  { key: 'created_at', title: '创建时间', width: 160, ...number((row) => formatMinute(row.created_at)) },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 164,
          fixed: 'end' as const,
          render: (row: User) => <RowActions of={row.name} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
