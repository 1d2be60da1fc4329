import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { IconEye, IconEyeOff } from '../../ui/icon.tsx'
import styles from './fields.module.css'
import login from './login.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string
  /** Beside the input: the captcha's picture. */
  beside?: ReactNode
  /** Inside the input, at the right. */
  inside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Label above and error below, both linked to the input for screen readers. */
export function Field({ label, error, beside, inside, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <span className={styles.box}>
          <input
            id={id}
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            {...input}
          />
          {inside}
        </span>
        {beside}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'inside'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      maxLength={128}
      spellCheck={false}
      autoCapitalize="none"
      inside={
        <button
          type="button"
          className={styles.eye}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff /> : <IconEye />}
        </button>
      }
    />
  )
}

interface SubmitProps {
  /** Of the whole form; in its place the errors of the fields are read out. */
  message: string
  errors: readonly (string | undefined)[]
  busy: boolean
  children: string
}

/** What is wrong, and the button that sends the form. */
export const Submit = ({ message, errors, busy, children }: SubmitProps) => (
  <>
    {/* Always mounted: screen readers announce a live region only when it changes. */}
    <p role="alert" className={login.message}>
      {message ||
        errors.filter(Boolean).map((text) => (
          <span key={text} className="visually-hidden">
            {text}
          </span>
        ))}
    </p>
    <button type="submit" className={login.submit} aria-disabled={busy}>
      {busy && <i className={login.spinner} aria-hidden="true" />}
      {children}
    </button>
  </>
)
