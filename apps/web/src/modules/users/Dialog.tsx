import { selectApi } from '@pianzhang/contract/api/views'
import type { RoleOption } from '@pianzhang/contract/selects'
import { type AddedUser, type User, userBody } from '@pianzhang/contract/users'
import { Switch } from 'antd'
import { useRef } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useProfile } from '../../platform/session/session.ts'
import { useSeen } from '../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { Columns } from '../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { merge } from '../../ui/form/items/item.ts'
import { withReferred } from '../../ui/form/items/withReferred.ts'
import { passwordRule } from '../../ui/form/passwordRule.ts'
import { RecordDialog, type RecordProps } from '../../ui/form/RecordDialog.tsx'
import { users } from './api.ts'
import { showInitialPassword } from './initialPassword.tsx'
import { isSuper } from './words.ts'

interface Values {
  name: string
  post: string
  phone: string
  password: string
  enabled: boolean
  role_code: string | null
  project_codes: string[]
}

const valuesOf = (row: User | null): Values => ({
  name: row?.name ?? '',
  post: row?.post ?? '',
  phone: row?.phone ?? '',
  password: '',
  enabled: row?.status !== '1',
  role_code: row?.role?.code ?? null,
  project_codes: row?.projects.map(({ code }) => code) ?? [],
})

const passwordHint = (row: User | null, own: boolean): string => {
  if (!row) return '不填则自动生成初始密码'
  if (own) return '请在“修改密码”中修改'
  return row.can.reset ? '选填，不填则不修改' : '您不能修改该账号的密码'
}

/** Fields that the server locks are left out, and stay as they are. */
const bodyOf = ({ enabled, role_code, project_codes, ...values }: Values, row: User | null) => ({
  ...values,
  ...((row?.can.status ?? true) && { status: enabled ? ('0' as const) : ('1' as const) }),
  ...((row?.can.role ?? true) && { role_code }),
  ...((row?.can.projects ?? true) && { project_codes }),
})

/** A role that this person may not grant is grey and says so; the account's present one stays as it is. */
const offered = ({ refused, ...role }: RoleOption, now: User | null) =>
  refused === undefined || role.value === now?.role?.code
    ? role
    : { ...role, label: `${role.label}（${refused}）`, disabled: true }

const status = (name: string, label: string) =>
  merge.shown(name, label, (enabled) => (enabled ? '启用' : '禁用'))
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }

/** 新增账号 / 修改账号. Status, role and projects of the super administrator are shown, and locked. */
export default function AccountDialog({ row, onClose }: RecordProps<User>) {
  const [seen, onLatest] = useSeen(row)
  const now = seen[0] ?? null
  const profile = useProfile()
  const { items, state } = useSelect(selectApi.roles, 'role')
  const roles = withReferred(
    { items: items?.map((role) => offered(role, now)), state },
    seen,
    ({ role }) => role && { value: role.code, label: role.name },
  )
  const projects = withReferred(
    useSelect(selectApi.projects, 'project'),
    seen.flatMap((one) => one.projects),
    ({ code: value, name: label }) => ({ value, label }),
  )
  const everywhere = row !== null && isSuper(row)
  const added = useRef<AddedUser>(null)
  const create: typeof users.create = async (body, key) => {
    const answer = await users.create(body, key)
    added.current = answer.data
    return answer
  }
  const close = () => {
    onClose()
    const { current } = added
    if (current?.initial_password) showInitialPassword(current, current.initial_password)
  }

  return (
    <RecordDialog
      of={{ ...users, create }}
      title={row ? '修改账号' : '新增账号'}
      width={600}
      row={row}
      values={valuesOf}
      body={(values) => bodyOf(values, now)}
      shape={userBody.shape}
      onLatest={onLatest}
      fieldOf={(field) => (field === 'status' ? 'enabled' : field)}
      onClose={close}
    >
      <Columns>
        <Item.Text name="name" label="姓名" required autoFocus />
        <Item.Text name="post" label="岗位" />
        <Item.Text
          name="phone"
          label="手机号"
          required
          validateTrigger="onBlur"
          inputMode="numeric"
          maxLength={20}
          disabled={!(now?.can.phone ?? true)}
        />
        <Item.Password
          name="password"
          label="密码"
          rules={[({ getFieldValue }) => passwordRule(getFieldValue('phone') as string)]}
          placeholder={passwordHint(row, row?.code === profile.code)}
          disabled={!(now?.can.reset ?? true)}
        />
        <Item.Choice name="role_code" label="角色" of={roles} disabled={!(now?.can.role ?? true)} />
        <Item.Own name="enabled" label="状态" valuePropName="checked" merged={status}>
          <Switch checkedChildren="启用" unCheckedChildren="禁用" disabled={!(now?.can.status ?? true)} />
        </Item.Own>
        <Item.Choices
          name="project_codes"
          label="参与项目"
          wide
          extra={row && !profile.role.is_super && '您不能进入的项目不显示，保持不变。'}
          // Opens upwards: the list stays open after a choice, and would cover 确定.
          placement="topLeft"
          of={projects}
          placeholder={everywhere ? '全部项目' : '请选择参与项目'}
          disabled={!(now?.can.projects ?? true)}
        />
      </Columns>
    </RecordDialog>
  )
}
