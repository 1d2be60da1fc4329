import type { User } from '@pianzhang/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useLoaded } from '../../platform/ledger/selects.ts'
import { leave } from '../../platform/session/leave.ts'
import { RichSelect } from '../../ui/fields/RichSelect.tsx'
import { richOption } from '../../ui/fields/richOption.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { dropGuards } from '../../ui/form/unsaved.ts'
import { KEY } from './api.ts'
import { receivers, transferTo } from './save.ts'

interface Props {
  /** The super administrator's own account. */
  row: User
  onClose: () => void
}

/** 移交超级管理员: afterwards this person is logged out. */
export default function TransferDialog({ row, onClose }: Props) {
  const people = useLoaded(
    useQuery({ queryKey: [KEY, 'receivers'], queryFn: () => receivers(row.code), staleTime: 0 }),
  )
  const options = (people.items ?? []).map(({ code, name, phone, post }) =>
    richOption(code, name, [phone, post].filter((part) => part !== '').join(' ')),
  )
  return (
    <FormDialog
      title="移交超级管理员"
      width={440}
      initial={{ transfer_user_code: null as string | null }}
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
        <Alert type="warning" showIcon title="移交后您将退出登录。" />
      </Form.Item>
      <Form.Item
        name="transfer_user_code"
        label="移交给"
        rules={[{ required: true, message: '请选择移交给谁' }]}
      >
        <RichSelect options={options} all={options} state={people.state} placeholder="请选择账号" />
      </Form.Item>
    </FormDialog>
  )
}
