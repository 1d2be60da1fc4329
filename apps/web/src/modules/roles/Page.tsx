import { DELETED } from '@pianzhang/contract/errors'
import type { Role } from '@pianzhang/contract/roles'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { ask, confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { formatMinute } from '../../ui/time.ts'
import { roles, setRoleStatus } from './api.ts'
import { actionsOf, isEnabled, roleColumns } from './columns.tsx'

const route = getRouteApi('/manage/role')

const FILTERS = {
  keywords: { label: '角色名称', placeholder: '请输入角色名称', key: 'name', tag: '角色名称' },
}

/** 角色管理. */
export default function RolesPage() {
  const may = useCan()
  const navigate = useNavigate()
  const list = useFilteredList(route, roles)
  const on = useMemo(
    () => ({
      onEdit: ({ code }: Role) => void navigate({ to: '/manage/roledetail', search: { code } }),
      onStatus: (row: Role) => void switchStatus(row),
      onDelete: (row: Role) => void removeOne(row),
    }),
    [navigate],
  )
  const add = may('role', 'write') && (
    <Button
      type="primary"
      icon={<IconPlus size={14} />}
      onClick={() => void navigate({ to: '/manage/roledetail', search: {} })}
    >
      新增角色
    </Button>
  )

  return (
    <RecordList
      of={{ ...list, add }}
      title="角色管理"
      label="角色"
      paper="角色列表"
      filters={FILTERS}
      columns={roleColumns(on, may('role', 'write') || may('role', 'delete'))}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={row.name}
          title={row.name}
          text={row.desc}
          meta={[row.status_i18n, `创建时间 ${formatMinute(row.created_at)}`]}
          actions={actionsOf(row, on)}
          {...(!row.is_super && { onOpen: () => on.onEdit(row) })}
        />
      )}
      rowLabel={(row) => row.name}
    />
  )
}

/** Disabling asks first, as it takes the rights of all accounts with the role; enabling does not. */
async function switchStatus(row: Role): Promise<void> {
  const run = async () => {
    await setRoleStatus(row.code, isEnabled(row) ? 1 : 0)
    await roles.changed()
  }
  if (isEnabled(row)) {
    const done = await ask(
      { title: '确定禁用角色？', text: `${row.name}，禁用后使用该角色的账号将没有任何权限。`, danger: true },
      run,
    )
    if (done) toast.success('禁用成功')
    return
  }
  // A failure has been reported by the call.
  await run().then(
    () => toast.success('启用成功'),
    () => {},
  )
}

/** The server refuses to delete a role that accounts have, and names them. */
const removeOne = (row: Role) =>
  confirmDelete('确定删除？', row.name, async () => {
    await roles.removeOne(row.code)
    await roles.changed()
    toast.success(DELETED)
  })
