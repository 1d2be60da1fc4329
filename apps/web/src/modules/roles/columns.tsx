import type { Role } from '@pianzhang/contract/roles'
import { Link } from '@tanstack/react-router'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'

interface RoleActions {
  onStatus: (role: Role) => void
  onDelete: (role: Role) => void
}

export const isEnabled = ({ status }: Role): boolean => status === 'enable'

export const actionsOf = (row: Role, on: RoleActions): RowAction[] => [
  ...(row.can.status ? [{ label: isEnabled(row) ? '禁用' : '启用', onClick: () => on.onStatus(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => on.onDelete(row) }] : []),
]

export const Status = ({ off, children }: { off: boolean; children: string }) => (
  <span className={off ? 'red' : undefined}>{children}</span>
)

/** `actions`: whether the person may act on rows. */
export const roleColumns = (on: RoleActions, actions: boolean): DataColumn<Role>[] => [
  {
    key: 'name',
    title: '角色名称',
    width: 220,
    fixed: 'start',
    text: (row) => row.name,
    render: (row) =>
      row.is_super ? (
        <span className="ellipsis">{row.name}</span>
      ) : (
        <Link to="/manage/roledetail" search={{ code: row.code }} className="ellipsis" title={row.name}>
          {row.name}
        </Link>
      ),
  },
  textColumn('desc', '权限描述', (row) => row.desc),
  {
    key: 'status',
    title: '状态',
    width: 96,
    text: (row) => row.status_i18n,
    render: (row) => <Status off={!isEnabled(row)}>{row.status_i18n}</Status>,
  },
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 160 }),
  ...(actions
    ? [
        actionsColumn<Role>(
          116,
          (row) => row.name,
          (row) => actionsOf(row, on),
        ),
      ]
    : []),
]
