import { Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ApiError, api } from '../../platform/api.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { useLayer } from '../../ui/layers.ts'
import { toast } from '../../ui/toast.ts'
import { useUnsavedGuard } from '../../ui/unsaved.ts'

interface Values {
  old_password: string
  password: string
  repeat: string
}

/** 修改密码. The other sessions of this person end with it. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const [saving, setSaving] = useState(false)
  const [dirty, setDirty] = useState(false)
  const guard = useUnsavedGuard(dirty)
  const first = useRef<InputRef>(null)

  async function close() {
    if (!saving && (await guard.mayLeave())) onClose()
  }

  async function save({ old_password, password }: Values) {
    // Enter in the last field comes past the busy button, and the second time the old password would be wrong.
    if (saving) return
    setSaving(true)
    try {
      await api.put('/api/manager/sessions/password', { old_password, password }, { handled: [422] })
      guard.release()
      toast.success('操作成功')
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 422) showFieldErrors(form, error)
    } finally {
      setSaving(false)
    }
  }
  useLayer(() => void close())

  return (
    <Modal
      open
      title="修改密码"
      width={400}
      confirmLoading={saving}
      onOk={form.submit}
      onCancel={() => void close()}
      mask={{ closable: false }}
      // The menu that it was opened from takes the focus along when it closes; what has it then is the dialog's frame.
      afterOpenChange={(open) => open && first.current?.focus()}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={(values) => void save(values)}
        onValuesChange={() => setDirty(true)}
        validateTrigger="onBlur"
      >
        <Form.Item name="old_password" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
          <Input.Password ref={first} autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="password"
          label="新密码"
          rules={[
            { required: true, message: '请输入新密码' },
            { min: 8, message: '密码不能少于8位' },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="repeat"
          label="确认新密码"
          dependencies={['password']}
          rules={[
            { required: true, message: '请再次输入新密码' },
            {
              validator: (_, value) =>
                !value || value === form.getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的密码不一致')),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
