import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

/** What a control needs so that its label and its error are read with it. */
export interface FieldProps {
  id: string
  status?: 'error'
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

interface Props {
  /** The control's id, by which the form puts the focus there. */
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  /** Columns it takes of the form's grid. */
  span?: 1 | 2 | 3
  children: (props: FieldProps, labelId: string) => ReactNode
}

/** Label above, control, and under it in words what is wrong. */
export function Field({ id, label, required, error, span = 1, children }: Props) {
  const errorId = useId()
  const labelId = useId()
  return (
    <div className={styles.field} data-field={id} style={span === 1 ? undefined : { gridColumn: `span ${span}` }}>
      <label htmlFor={id} id={labelId} className={`${styles.label} ${required ? styles.required : ''}`}>
        {label}
      </label>
      {children(
        {
          id,
          ...(required ? { 'aria-required': true } : {}),
          ...(error ? { status: 'error', 'aria-invalid': true, 'aria-describedby': errorId } : {}),
        },
        labelId,
      )}
      {error && (
        <div id={errorId} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}

const STOPS = '[data-field] :is(input:not([type=file]), textarea):not(:disabled)'

/**
 * Enter goes on to the next field of `root`, as Tab does; behind the last one `onLast` decides. For `onKeyDownCapture`: a closed select
 * would open on Enter, and must not see it. Shift+Enter still breaks a line in a text.
 */
export function goOnByEnter(event: React.KeyboardEvent<HTMLElement>, root: HTMLElement, onLast: () => void): void {
  const field = event.target as HTMLElement
  if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)]
  const at = stops.indexOf(field)
  if (at < 0) return
  const next = () => {
    const stop = stops[at + 1]
    if (stop) stop.focus()
    else onLast()
  }
  const open = field.getAttribute('aria-expanded') === 'true'
  if (field.getAttribute('role') === 'combobox' && !open) event.stopPropagation()
  // An open list takes its option first; a date or an amount is settled by its own handler.
  if (field.tagName === 'TEXTAREA' || !open) event.preventDefault()
  setTimeout(next)
}
