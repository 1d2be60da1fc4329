import { sessionApi } from '@pianzhang/contract/api/sessions'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../platform/api/api.ts'
import { Frame } from './Frame.tsx'
import { Field, Submit } from './fields.tsx'
import styles from './login.module.css'

const WORDS = {
  dynamic: { label: '动态码', placeholder: '认证器应用显示的 6 位数字', other: '手机不在身边？使用备用码' },
  recovery: { label: '备用码', placeholder: '开启两步验证时保存的备用码', other: '使用动态码' },
} as const

interface Props {
  /** What the right password was answered with. */
  token: string
  onPassed: () => void
  /** Back to the password, with what to say there: the token has expired. */
  onBack: (message?: string) => void
}

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStep({ token, onPassed, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<keyof typeof WORDS>('dynamic')
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const { label, placeholder, other } = WORDS[kind]

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const code = field.current?.value.trim() ?? ''
    setMessage('')
    setError(code === '' ? `请输入${label}` : undefined)
    if (code === '') return field.current?.focus()
    setBusy(true)
    try {
      await call(sessionApi.loginWithCode, { body: { token, code }, quiet: true })
      onPassed()
    } catch (failed) {
      setBusy(false)
      if (!(failed instanceof ApiError)) return setMessage('登录失败，请重试')
      if (failed.errors.some((one) => one.field === 'token')) return onBack(failed.message)
      const wrong = failed.errors.find((one) => one.field === 'code')?.message
      setError(wrong)
      setMessage(wrong ? '' : failed.message)
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <Frame title="两步验证">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          key={kind}
          ref={field}
          label={label}
          name="code"
          autoComplete={kind === 'dynamic' ? 'one-time-code' : 'off'}
          inputMode={kind === 'dynamic' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={placeholder}
          maxLength={30}
          autoFocus
          error={error}
          onInput={() => setError(undefined)}
        />
        <Submit message={message} errors={[error]} busy={busy}>
          登录
        </Submit>
        <button
          type="button"
          className={styles.plain}
          onClick={() => {
            setKind(kind === 'dynamic' ? 'recovery' : 'dynamic')
            setError(undefined)
            setMessage('')
          }}
        >
          {other}
        </button>
        <button type="button" className={styles.plain} onClick={() => onBack()}>
          返回
        </button>
      </form>
    </Frame>
  )
}
