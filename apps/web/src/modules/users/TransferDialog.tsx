import { userApi } from '@pianzhang/contract/api/base'
import type { User } from '@pianzhang/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { call, read } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { useLoaded } from '../../platform/ledger/selects.ts'
import { leave } from '../../platform/session/leave.ts'
import { richOption } from '../../ui/fields/choice/richOption.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { faultRule } from '../../ui/form/rules.ts'
import { dropGuards } from '../../ui/form/unsaved.ts'
import { users } from './api.ts'

/** The accounts that can become super administrator: all others that are enabled. */
const receivers = async (own: string): Promise<User[]> => {
  const { items } = await read(userApi.list, { query: { status: '0', per_page: 1000 } })
  return items.filter(({ code }) => code !== own)
}

/** The transfer ends the sessions of both accounts. */
const transferTo = (code: string, receiver: string) =>
  call(userApi.transfer, { params: { code }, query: { transfer_user_code: receiver }, handled })

interface Props {
  /** The super administrator's own account. */
  row: User
  onClose: () => void
}

interface Values {
  transfer_user_code: string | null
  typed: string
}
const EMPTY: Values = { transfer_user_code: null, typed: '' }
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }

/** The consequences: who logs in again, the role that the giver gets, and that only the receiver can transfer back. Argument: the receiver. */
function costOf({ role }: User): string {
  const becomes = role ? `您的角色将变为对方现在的“${role.name}”` : '对方现在没有角色，您将不能再查看任何数据'
  return `对方也须重新登录。${becomes}${role?.status === 'disabled' ? '（已禁用，不能查看任何数据）' : ''}。移交后只有对方能再移交回来。`
}

/** 移交超级管理员: afterwards this person is logged out. */
export default function TransferDialog({ row, onClose }: Props) {
  const people = useLoaded(
    useQuery({ queryKey: [users.key, 'receivers'], queryFn: () => receivers(row.code), staleTime: 0 }),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const receiver = people.items?.find(({ code }) => code === chosen)
  const items = people.items?.map(({ code, name, phone, post }) =>
    richOption(code, name, [phone, post].filter((part) => part !== '').join(' ')),
  )
  return (
    <FormDialog
      title="移交超级管理员"
      width={440}
      initial={EMPTY}
      send={({ transfer_user_code }) => transferTo(row.code, transfer_user_code ?? '')}
      onSaved={async () => {
        dropGuards()
        await leave({ why: '超级管理员已移交，请重新登录。', to: '/login' })
        // The dialog stays busy until the login page replaces it.
        await new Promise(() => {})
      }}
      onClose={onClose}
    >
      <Form.Item>
        <Alert type="warning" showIcon title={`移交后您将退出登录。${receiver ? costOf(receiver) : ''}`} />
      </Form.Item>
      <Item.Reference
        name="transfer_user_code"
        label="移交给"
        rules={[{ required: true, message: '请选择移交给谁' }]}
        of={{ items, state: people.state }}
        placeholder="请选择账号"
        onChange={setChosen}
      />
      {receiver?.must_change_password && (
        <Form.Item>
          <Alert type="warning" showIcon title="对方尚未修改初始密码，建议先请对方登录并修改。" />
        </Form.Item>
      )}
      <Item.Text
        name="typed"
        label="对方姓名"
        dependencies={['transfer_user_code']}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: '请输入对方姓名以确认' },
          faultRule((typed: string) =>
            typed && receiver && typed.trim() !== receiver.name.trim() ? '与所选账号的姓名不一致' : undefined,
          ),
        ]}
        placeholder="请输入对方姓名以确认"
      />
    </FormDialog>
  )
}
