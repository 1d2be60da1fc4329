import { Alert, Button, Form, Input, QRCode } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Answer, ApiError } from '../../../platform/api/api.ts'
import { OWN_ERROR } from '../../../ui/popup/ownError.ts'
import { type Key, offerKey, turnOn } from './api.ts'
import { CopyButton } from './CopyButton.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './second-factor.module.css'

/**
 * Turns two-step verification on: the password, the key for the app with a code of it, then the recovery codes. Shows failures itself, as it is also on a
 * page without toasts. `onCodes`: called when it is on, and the codes are shown, which are not shown again.
 */
export default function SetUp({ onCodes, onDone }: { onCodes?: () => void; onDone: () => void }) {
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!key)
    return (
      <Step name="password" ok="下一步" send={async (password) => setKey((await offerKey(password)).data)}>
        <p className={styles.text}>
          开启后，登录时除密码外，还要输入手机上认证器应用显示的动态码。请先输入登录密码。
        </p>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password autoFocus autoComplete="current-password" maxLength={128} />
        </Form.Item>
      </Step>
    )
  return (
    <Step
      name="code"
      ok="开启"
      send={async (code) => {
        const { data }: Answer<{ recovery_codes: string[] }> = await turnOn(code)
        setCodes(data.recovery_codes)
        onCodes?.()
      }}
    >
      <p className={styles.text}>
        1. 在手机的认证器应用中扫描二维码。腾讯身份验证器、Microsoft Authenticator 等支持 TOTP 的应用都可以。
      </p>
      <div className={styles.key}>
        <QRCode
          type="svg"
          aria-label="二维码，供认证器应用扫描"
          value={key.uri}
          size={160}
          bordered={false}
        />
        <div>
          <p className={styles.text}>不能扫码时，手工输入密钥：</p>
          <p className={styles.secret}>{key.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <CopyButton text={key.secret}>复制密钥</CopyButton>
          <a className={styles.here} href={key.uri}>
            在本机的认证器应用中打开
          </a>
        </div>
      </div>
      <p className={styles.text}>2. 输入应用显示的动态码。</p>
      <Form.Item name="code" label="动态码" rules={[{ required: true, message: '请输入动态码' }]}>
        <Input
          autoFocus
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          placeholder="6 位数字"
        />
      </Form.Item>
    </Step>
  )
}

interface StepProps {
  /** The field of the form. */
  name: 'password' | 'code'
  ok: string
  send: (value: string) => Promise<void>
  children: ReactNode
}

function Step({ name, ok, send, children }: StepProps) {
  const [form] = Form.useForm<Record<string, string>>()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  async function submit(values: Record<string, string>) {
    if (busy) return
    setBusy(true)
    setMessage('')
    try {
      await send(values[name] ?? '')
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors.find(({ field }) => field === name) : undefined
      if (wrong) {
        form.setFields([{ name, errors: [wrong.message] }])
        form.focusField(name)
      } else setMessage(error instanceof ApiError ? error.message : OWN_ERROR)
      if (!(error instanceof ApiError)) reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
      {children}
      {message && (
        <Form.Item>
          <Alert type="error" showIcon title={message} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        {ok}
      </Button>
    </Form>
  )
}
