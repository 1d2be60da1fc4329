import type { User } from '@pianzhang/contract/users'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { FilterBar, filterTags } from '../../ui/filters/FilterBar.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { ask, confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { resetPassword, users } from './api.ts'
import { Card } from './Card.tsx'
import { userColumns } from './columns.tsx'
import { userSearch } from './search.ts'
import { useFilters } from './useFilters.ts'
import { nameOf } from './words.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Transfer = lazyDialog(() => import('./TransferDialog.tsx'))
const route = getRouteApi('/manage/account')

/** The one dialog that is open; `row` null: a new account. */
type Dialog = { kind: 'form'; row: User | null } | { kind: 'transfer'; row: User } | null

/** 账号管理. */
export default function AccountsPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const navigate = useNavigate()
  const { filter, onApply, onClear, data, frame, without, read } = useFilteredList(
    route,
    userSearch,
    users.query,
  )
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)

  const parts = useFilters()
  const actions = useMemo(
    () => ({
      onEdit: (row: User) => setDialog({ kind: 'form', row }),
      onTransfer: (row: User) => setDialog({ kind: 'transfer', row }),
      onReset: (row: User) => void reset(row),
      onDelete: (row: User) => void removeOne(row),
    }),
    [],
  )
  const mayWrite = may('user', 'write')
  const mayChange = mayWrite || may('user', 'delete')
  const columns = useMemo(() => userColumns(actions, mayChange), [actions, mayChange])

  const addButton = mayWrite && (
    <Button
      type="primary"
      icon={<IconPlus size={14} />}
      onClick={() => setDialog({ kind: 'form', row: null })}
    >
      新增账号
    </Button>
  )
  const print = (
    <PrintListButton
      list={{
        name: userSearch.name,
        title: '账号列表',
        columns,
        keyOf: (row) => row.code,
        read,
        filters: filterTags(parts, filter, () => {}),
      }}
    />
  )
  const list = { ...frame, label: '账号', rows: data?.items, fallback: without(addButton) }

  return (
    <>
      <PageHead
        title="账号管理"
        actions={
          <>
            {may('role', 'read') && (
              <Button onClick={() => void navigate({ to: '/manage/role' })}>角色管理</Button>
            )}
            {print}
            {!cards && addButton}
          </>
        }
      />
      <PageBody fill>
        <FilterBar {...parts} cards={cards} filter={filter} onClear={onClear} onApply={onApply} />
        {cards ? (
          <CardList
            {...list}
            action={addButton}
            card={(row) => <Card key={row.code} row={row} on={actions} />}
          />
        ) : (
          <DataTable
            {...list}
            name={userSearch.name}
            columns={columns}
            rowKey={(row) => row.code}
            rowLabel={nameOf}
            current={dialog?.row?.code}
          />
        )}
      </PageBody>
      <Suspense>
        {dialog?.kind === 'form' && <Form row={dialog.row} onClose={close} />}
        {dialog?.kind === 'transfer' && <Transfer row={dialog.row} onClose={close} />}
      </Suspense>
    </>
  )
}

async function reset(row: User): Promise<void> {
  const done = await ask(
    { title: '确定将密码重置为手机号后8位？', text: `${nameOf(row)}。重置后须重新登录并修改密码。` },
    async () => {
      await resetPassword(row.code)
      await users.changed()
    },
  )
  if (done) toast.success('密码已重置')
}

const removeOne = (row: User) =>
  confirmDelete('确定删除账号？', nameOf(row), async () => {
    await users.removeOne(row.code)
    await users.changed()
    toast.success('删除账号成功')
  })
