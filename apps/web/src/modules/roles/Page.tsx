import { DELETED } from '@pianzhang/contract/errors'
import type { Role } from '@pianzhang/contract/roles'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { NameFilter, nameTags } from '../../ui/filters/NameFilter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { RecordCard } from '../../ui/list/RecordCard.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { ask, confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatMinute } from '../../ui/time.ts'
import { roles, setRoleStatus } from './api.ts'
import { actionsOf, isEnabled, roleColumns } from './columns.tsx'
import { roleSearch } from './search.ts'

const route = getRouteApi('/manage/role')

/** 角色管理. */
export default function RolesPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const navigate = useNavigate()
  const { filter, onApply, data, frame, without, read } = useFilteredList(route, roleSearch, roles.query)

  const actions = useMemo(
    () => ({
      onEdit: ({ code }: Role) => void navigate({ to: '/manage/roledetail', search: { code } }),
      onStatus: (row: Role) => void switchStatus(row),
      onDelete: (row: Role) => void removeOne(row),
    }),
    [navigate],
  )
  const mayWrite = may('role', 'write')
  const mayChange = mayWrite || may('role', 'delete')
  const columns = useMemo(() => roleColumns(actions, mayChange), [actions, mayChange])

  const addButton = mayWrite && (
    <Button
      type="primary"
      icon={<IconPlus size={14} />}
      onClick={() => void navigate({ to: '/manage/roledetail', search: {} })}
    >
      新增角色
    </Button>
  )
  const list = { ...frame, label: '角色', rows: data?.items, fallback: without(addButton) }
  const print = (
    <PrintListButton
      list={{
        name: roleSearch.name,
        title: '角色列表',
        columns,
        keyOf: (row) => row.code,
        read,
        filters: nameTags('角色名称', filter.name),
      }}
    />
  )

  return (
    <>
      <PageHead
        title="角色管理"
        actions={
          <>
            {print}
            {!cards && addButton}
          </>
        }
      />
      <PageBody fill>
        <NameFilter label="角色名称" value={filter.name} onApply={(name) => onApply({ name })} />
        {cards ? (
          <CardList
            {...list}
            action={addButton}
            card={(row) => (
              <RecordCard
                key={row.code}
                rowKey={row.code}
                of={row.name}
                title={row.name}
                text={row.desc}
                meta={[row.status_i18n, `创建时间 ${formatMinute(row.created_at)}`]}
                actions={actionsOf(row, actions)}
                {...(!row.is_super && { onOpen: () => actions.onEdit(row) })}
              />
            )}
          />
        ) : (
          <DataTable
            {...list}
            name={roleSearch.name}
            columns={columns}
            rowKey={(row) => row.code}
            rowLabel={(row) => row.name}
          />
        )}
      </PageBody>
    </>
  )
}

/** Enabling needs no question; disabling takes the rights of all who have the role. */
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
