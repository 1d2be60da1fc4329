import { weakness } from '@pianzhang/contract/password'
import { type User, userBody } from '@pianzhang/contract/users'
import { Form, Input, Select, Switch } from 'antd'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useProfile } from '../../platform/session/session.ts'
import { including } from '../../ui/fields/richOption.ts'
import { Columns, Wide } from '../../ui/form/Columns.tsx'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { referred, useSeen } from '../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { asInContract } from '../../ui/form/rules.ts'
import { loadProps } from '../../ui/states/LoadFailed.tsx'
import { users } from './api.ts'
import { isSuper } from './words.ts'

interface Props {
  /** Null: a new account. */
  row: User | null
  onClose: () => void
}

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
  if (!row) return '选填，默认为手机号后8位'
  if (own) return '请在“修改密码”中修改'
  return row.can.reset ? '选填，不填则不修改' : '您不能修改该账号的密码'
}

/** What the server locks is left out, and stays as it is. */
const formOf = ({ enabled, role_code, project_codes, ...values }: Values, row: User | null) => ({
  ...values,
  ...((row?.can.status ?? true) && { status: enabled ? ('0' as const) : ('1' as const) }),
  ...((row?.can.role ?? true) && { role_code }),
  ...((row?.can.projects ?? true) && { project_codes }),
})

const fields = mergeFields<Values>()
const { name, post, phone } = userBody.shape

/** 新增账号 / 修改账号. Status, role and projects of the super administrator are shown, and locked. */
export default function AccountDialog({ row, onClose }: Props) {
  const [seen, onLatest] = useSeen(row)
  const now = seen[0] ?? null
  const profile = useProfile()
  const roles = useSelect('roles', 'role')
  const projects = useSelect('projects', 'project')
  const offeredRoles = including(
    roles.items ?? [],
    referred(seen, ({ role }) => role && { value: role.code, label: role.name }),
  )
  const offeredProjects = including(
    projects.items ?? [],
    referred(
      seen.flatMap((one) => one.projects),
      ({ code, name: label }) => ({ value: code, label }),
    ),
  )
  const everywhere = row !== null && isSuper(row)

  return (
    <FormDialog
      title={row ? '修改账号' : '新增账号'}
      width={600}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => users.latest(row.code),
          onLatest,
          valuesOf,
          fields: fields.all(
            [
              fields.text('name', '姓名'),
              fields.text('post', '岗位'),
              fields.text('phone', '手机号'),
              fields.choice('role_code', '角色', offeredRoles),
              fields.shown('enabled', '状态', (enabled) => (enabled ? '启用' : '禁用')),
              fields.codes(
                'project_codes',
                '参与项目',
                (code) => offeredProjects.find(({ value }) => value === code)?.label ?? code,
              ),
            ],
            { password: 'own' },
          ),
        }
      }
      send={(values, key, version) => {
        const form = { ...formOf(values, now), version }
        // Without the key where there is a password: the server would store a hash of it under the key.
        const once = form.password === '' ? key : undefined
        return row ? users.update(row.code, form, once) : users.create(form, once)
      }}
      onSaved={users.changed}
      fieldOf={(field) => (field === 'status' ? 'enabled' : field.replace(/\[\d+\].*$/, ''))}
      onClose={onClose}
    >
      <Columns>
        <Form.Item name="name" label="姓名" required rules={[asInContract(name)]}>
          <Input autoFocus autoComplete="off" placeholder="请输入姓名" maxLength={200} />
        </Form.Item>
        <Form.Item name="post" label="岗位" rules={[asInContract(post)]}>
          <Input autoComplete="off" placeholder="请输入岗位" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="phone"
          label="手机号"
          required
          validateTrigger="onBlur"
          rules={[asInContract(phone)]}
        >
          <Input
            autoComplete="off"
            inputMode="numeric"
            placeholder="请输入手机号"
            maxLength={20}
            disabled={!(now?.can.phone ?? true)}
          />
        </Form.Item>
        <Form.Item
          name="password"
          label="密码"
          validateTrigger="onBlur"
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, value: string) => {
                const weak = value && weakness(value, getFieldValue('phone'))
                if (weak) throw new Error(weak)
              },
            }),
          ]}
        >
          <Input.Password
            autoComplete="new-password"
            placeholder={passwordHint(row, row?.code === profile.code)}
            maxLength={128}
            disabled={!(now?.can.reset ?? true)}
          />
        </Form.Item>
        <Form.Item name="role_code" label="角色">
          <Select
            options={offeredRoles}
            {...loadProps(roles.state, offeredRoles.length)}
            placeholder="请选择角色"
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
            disabled={!(now?.can.role ?? true)}
          />
        </Form.Item>
        <Form.Item name="enabled" label="状态" valuePropName="checked">
          <Switch checkedChildren="启用" unCheckedChildren="禁用" disabled={!(now?.can.status ?? true)} />
        </Form.Item>
        <Wide>
          <Form.Item
            name="project_codes"
            label="参与项目"
            extra={row && !profile.role.is_super && '您不能进入的项目不显示，保持不变。'}
          >
            <Select
              mode="multiple"
              // Upwards: the list stays open after a choice, and would be over 确定.
              placement="topLeft"
              options={offeredProjects}
              {...loadProps(projects.state, offeredProjects.length)}
              placeholder={everywhere ? '全部项目' : '请选择参与项目'}
              showSearch={{ optionFilterProp: 'label' }}
              allowClear
              disabled={!(now?.can.projects ?? true)}
            />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
