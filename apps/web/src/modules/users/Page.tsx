import { selectApi } from '@pianzhang/contract/api/views'
import { STATUSES } from '@pianzhang/contract/lists'
import type { User } from '@pianzhang/contract/users'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { fixedOptions, optionsOf, useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { ask, confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { resetPassword, takeSecondFactor, users } from './api.ts'
import { Card, userColumns } from './columns.tsx'
import { showInitialPassword } from './initialPassword.tsx'
import type { UserFilter } from './search.ts'
import { nameOf } from './words.ts'

const STATUS = fixedOptions(optionsOf(STATUSES))

/** Filters by keywords, role, project and status. */
function useFilters(): FilterParts<UserFilter> {
  const roles = useSelect(selectApi.roles, 'role')
  const projects = useSelect(selectApi.projects, 'project')
  return useMemo(
    () => ({
      keywords: { label: '姓名/手机号', placeholder: '姓名、手机号或岗位' },
      filters: [
        choiceFilter<UserFilter>('角色', 'role_code', roles),
        choiceFilter<UserFilter>('项目', 'project_code', projects),
        choiceFilter<UserFilter>('状态', 'status', STATUS),
      ],
    }),
    [roles, projects],
  )
}

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Transfer = lazyDialog(() => import('./TransferDialog.tsx'))
const route = getRouteApi('/manage/account')

/** 账号管理. */
export default function AccountsPage() {
  const mayReadRoles = useCan()('role', 'read')
  const navigate = useNavigate()
  const list = useFilteredList(route, users)
  const view = useRecords({ ...list, removeOne }, users, { add: '新增账号', Form })
  const [transferred, setTransferred] = useState<User | null>(null)
  useReturnFocus(transferred !== null)
  const on = useMemo(
    () => ({ ...view.on, onTransfer: setTransferred, onReset: reset, onSecondFactor: takeAway }),
    [view.on],
  )

  return (
    <>
      <RecordList
        of={{ ...view, current: transferred?.code ?? view.current }}
        title="账号管理"
        label="账号"
        paper="账号列表"
        filters={useFilters()}
        head={mayReadRoles && <Button onClick={() => void navigate({ to: '/manage/role' })}>角色管理</Button>}
        columns={userColumns(on, view.may.write || view.may.delete)}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
      />
      <Suspense>
        {transferred && <Transfer row={transferred} onClose={() => setTransferred(null)} />}
      </Suspense>
    </>
  )
}

async function reset(row: User): Promise<void> {
  let password: string | undefined
  const done = await ask(
    { title: '确定重置密码？', text: `${nameOf(row)}。将生成新的初始密码，该账号须重新登录并修改密码。` },
    async () => {
      password = (await resetPassword(row.code)).data.initial_password
      await users.changed()
    },
  )
  if (done && password !== undefined) showInitialPassword(row, password)
}

async function takeAway(row: User): Promise<void> {
  const done = await ask(
    {
      title: '确定解除两步验证？',
      text: `${nameOf(row)}。请先当面或电话核实是本人；解除后其登录全部退出，只凭密码即可登录。`,
      careful: true,
    },
    async () => {
      await takeSecondFactor(row.code)
      await users.changed()
    },
  )
  if (done) toast.success('已解除两步验证')
}

const removeOne = (row: User) =>
  confirmDelete('确定删除账号？', nameOf(row), async () => {
    await users.removeOne(row.code)
    await users.changed()
    toast.success('删除账号成功')
  })
