import { sessionApi } from '@pianzhang/contract/api/sessions'
import { plainPhone } from '@pianzhang/contract/numbers'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, read } from '../../platform/api/api.ts'
import { wantedAfterLogin } from '../../platform/session/redirect.ts'
import { loginHint, loginPhone } from '../../platform/session/tab.ts'
import { Frame } from './Frame.tsx'
import fields from './fields.module.css'
import { Field, PasswordField, Submit } from './fields.tsx'
import styles from './login.module.css'
import type { SecondStep } from './SecondStep.tsx'
import { useCaptcha } from './useCaptcha.ts'

const NAMES = ['phone', 'password', 'captcha'] as const
type Name = (typeof NAMES)[number]
type Errors = Partial<Record<Name, string>>

/** Checks the fields by hand and not by the contract's schema: zod alone would be a fifth of this page's size budget. */
function check(values: Record<Name, string>): Errors {
  const errors: Errors = {}
  if (values.phone === '') errors.phone = '请输入用户名'
  if (values.password === '') errors.password = '请输入密码'
  else if (values.password.length < 8) errors.password = '密码不能少于8位'
  if (values.captcha === '') errors.captcha = '请输入验证码'
  return errors
}

/** `why`: message from the page that redirected here, such as an ended session. */
export function Login({ why }: { why: string | null }) {
  const form = useRef<HTMLFormElement>(null)
  const [captchaText, setCaptchaText] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  /** The second step, for an account with two-step verification, and its token. */
  const [second, setSecond] = useState<{ Step: typeof SecondStep; token: string } | null>(null)
  // The phone number of this tab's last login, until that person logs out.
  const known = loginPhone.get() ?? ''
  const captcha = useCaptcha(() => setCaptchaText(''))

  const input = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const clear = (name: Name) => errors[name] !== undefined && setErrors({ ...errors, [name]: undefined })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const values = {
      phone: plainPhone(input('phone')?.value ?? ''),
      password: input('password')?.value ?? '',
      captcha: captchaText.trim(),
    }
    const wrong = check(values)
    setErrors(wrong)
    setMessage('')
    const first = NAMES.find((name) => wrong[name])
    if (first) return input(first)?.focus()
    setBusy(true)
    try {
      const answer = await read(sessionApi.login, {
        body: { ...values, captcha_token: captcha.token() },
        quiet: true,
      })
      loginPhone.set(values.phone)
      if ('second_factor_token' in answer) {
        // Most logins need none of it.
        const { SecondStep: Step } = await import('./SecondStep.tsx')
        setBusy(false)
        setSecond({ Step, token: answer.second_factor_token })
      } else enter()
    } catch (error) {
      fail(error)
    }
  }

  function enter() {
    loginHint.set('1')
    // A full page load: the shell starts with empty memory, and Back does not lead to this form.
    location.replace(wantedAfterLogin())
  }

  function fail(error: unknown) {
    setBusy(false)
    if (!(error instanceof ApiError)) return setMessage('登录失败，请重试')
    const named: Errors = {}
    for (const { field, message: text } of error.errors) {
      const name = NAMES.find((one) => field === one || (field === 'captcha_token' && one === 'captcha'))
      if (name) named[name] ??= text
    }
    setErrors(named)
    setMessage(Object.keys(named).length > 0 ? '' : error.message)
    // The server accepts a captcha for one attempt only.
    captcha.renew()
    const first = input(NAMES.find((name) => named[name]) ?? 'captcha')
    first?.focus()
    // A wrong password is typed anew, not completed.
    first?.select()
  }

  if (second)
    return (
      <second.Step
        token={second.token}
        onPassed={enter}
        onBack={(text = '') => {
          setSecond(null)
          setMessage(text)
          captcha.renew()
        }}
      />
    )
  return (
    <Frame title="登录">
      {why && <p className={styles.notice}>{why}</p>}
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="手机号"
          name="phone"
          type="tel"
          autoComplete="username"
          placeholder="请输入手机号"
          maxLength={20}
          defaultValue={known}
          autoFocus={known === ''}
          error={errors.phone}
          onInput={() => clear('phone')}
        />
        <PasswordField
          label="密码"
          name="password"
          autoComplete="current-password"
          placeholder="请输入密码"
          autoFocus={known !== ''}
          error={errors.password}
          onInput={() => clear('password')}
        />
        <Field
          label="验证码"
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="请输入验证码"
          maxLength={16}
          value={captchaText}
          error={errors.captcha}
          onChange={(event) => {
            setCaptchaText(event.target.value)
            clear('captcha')
          }}
          beside={
            <>
              <button
                type="button"
                className={fields.captcha}
                aria-label="验证码图片，点击换一张"
                onClick={captcha.renew}
              >
                {captcha.state.status === 'ready' ? (
                  <img src={captcha.state.image} alt="" />
                ) : (
                  captcha.state.status === 'failed' && '加载失败'
                )}
              </button>
              <button type="button" className={fields.another} onClick={captcha.renew}>
                换一张
              </button>
            </>
          }
        />
        <Submit message={message} errors={Object.values(errors)} busy={busy}>
          登录
        </Submit>
      </form>
    </Frame>
  )
}
