import { Form, Input } from 'antd'

/** A code of the authenticator app, or a recovery code. Spaces and dashes are removed by the server. */
export const CodeItem = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <Form.Item
    name="code"
    label="动态码"
    validateTrigger="onBlur"
    rules={[{ required: true, message: '请输入动态码' }]}
  >
    <Input
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      maxLength={30}
      placeholder="6 位动态码，或一个备用码"
    />
  </Form.Item>
)
