import { sessionApi } from '@pianzhang/contract/api/sessions'
import { call } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { useProfile } from '../../platform/session/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { passwordRule } from '../../ui/form/passwordRule.ts'
import { faultRule } from '../../ui/form/rules.ts'

const EMPTY = { old_password: '', password: '', repeat: '' }
const Item = basicItems<typeof EMPTY>()

/** 修改密码. The other sessions of this person end with it. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { phone } = useProfile()
  return (
    <FormDialog
      title="修改密码"
      width={400}
      initial={EMPTY}
      // Without an Idempotency-Key, under which the server would store a hash of the passwords.
      send={({ old_password, password }) =>
        call(sessionApi.changePassword, { body: { old_password, password }, handled })
      }
      onClose={onClose}
    >
      <Item.Password
        name="old_password"
        label="原密码"
        rules={[{ required: true, message: '请输入原密码' }]}
        autoFocus
        autoComplete="current-password"
      />
      <Item.Password
        name="password"
        label="新密码"
        rules={[{ required: true, message: '请输入新密码' }, passwordRule(phone)]}
      />
      <Item.Password
        name="repeat"
        label="确认新密码"
        dependencies={['password']}
        rules={[
          { required: true, message: '请再次输入新密码' },
          ({ getFieldValue }) =>
            faultRule((value: string) =>
              value && value !== getFieldValue('password') ? '两次输入的密码不一致' : undefined,
            ),
        ]}
      />
    </FormDialog>
  )
}
