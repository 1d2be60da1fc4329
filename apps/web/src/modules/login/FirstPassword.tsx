import { sessionApi } from '@pianzhang/contract/api/sessions'
import { weakness } from '@pianzhang/contract/password'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../platform/api/api.ts'
import { leave } from '../../platform/session/leave.ts'
import { wantedAfterLogin } from '../../platform/session/redirect.ts'
import { Frame } from './Frame.tsx'
import { PasswordField, Submit } from './fields.tsx'
import { LogOut } from './LogOut.tsx'

const NAMES = ['old_password', 'password', 'repeat'] as const
type Name = (typeof NAMES)[number]
type Errors = Partial<Record<Name, string>>

function check(values: Record<Name, string>, phone: string): Errors {
  const errors: Errors = {}
  if (values.old_password === '') errors.old_password = '请输入原密码'
  if (values.password === '') errors.password = '请输入新密码'
  else {
    const weak = weakness(values.password, phone)
    if (weak) errors.password = weak
  }
  if (values.repeat !== values.password) errors.repeat = '两次输入的密码不一致'
  return errors
}

/** Page for people with an initial password: nothing else works before they set their own. */
export function FirstPassword({ phone }: { phone: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)

  const input = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const show = (wrong: Errors) => {
    setErrors(wrong)
    const first = NAMES.find((name) => wrong[name])
    if (first) input(first)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const values = {
      old_password: input('old_password')?.value ?? '',
      password: input('password')?.value ?? '',
      repeat: input('repeat')?.value ?? '',
    }
    const wrong = check(values, phone)
    show(wrong)
    setMessage('')
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await call(sessionApi.changePassword, {
        body: { old_password: values.old_password, password: values.password },
        quiet: true,
      })
      location.replace(wantedAfterLogin())
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) return setMessage('保存失败，请重试')
      if (error.status === 401 || error.code > 50_000) return void leave({ why: error.message })
      const named: Errors = {}
      for (const { field, message: text } of error.errors)
        for (const name of NAMES) if (field === name) named[name] ??= text
      show(named)
      setMessage(Object.keys(named).length > 0 ? '' : error.message)
    }
  }

  const field = (name: Name, label: string, autoComplete: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      autoFocus={name === 'old_password'}
      error={errors[name]}
      onInput={() => errors[name] && setErrors({ ...errors, [name]: undefined })}
    />
  )

  return (
    <Frame title="修改初始密码">
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        {field('old_password', '原密码', 'current-password')}
        {field('password', '新密码', 'new-password')}
        {field('repeat', '确认新密码', 'new-password')}
        <Submit message={message} errors={Object.values(errors)} busy={busy}>
          保存
        </Submit>
        <LogOut />
      </form>
    </Frame>
  )
}
