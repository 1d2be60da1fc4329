import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

/** Props that link a control to its label and error for screen readers. */
export interface FieldProps {
  id: string
  status?: 'error'
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

interface Props {
  /** Id of the control; the form uses it to set the focus. */
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  /** A colleague's change of this field, in a sentence. */
  note?: string | undefined
  /** What one must know about the chosen value: below the control, without being an error. */
  hint?: ReactNode
  /** Number of columns of the form's grid that the field spans. */
  span?: 1 | 2 | 3
  children: (props: FieldProps, labelId: string) => ReactNode
}

/** Label above, control, and the error text below. */
export function Field({ id, label, required, error, note, hint, span = 1, children }: Props) {
  const errorId = useId()
  const noteId = useId()
  const hintId = useId()
  const labelId = useId()
  const described = [error && errorId, note && noteId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-field={id} style={{ '--span': span } as React.CSSProperties}>
      <label htmlFor={id} id={labelId} className={`${styles.label} ${required ? styles.required : ''}`}>
        {label}
      </label>
      {children(
        {
          id,
          ...(required ? { 'aria-required': true } : {}),
          ...(error ? { status: 'error', 'aria-invalid': true } : {}),
          ...(described ? { 'aria-describedby': described } : {}),
        },
        labelId,
      )}
      {error && (
        <div id={errorId} className={styles.error} role="alert">
          {error}
        </div>
      )}
      {note && (
        <div id={noteId} className={styles.note}>
          {note}
        </div>
      )}
      {hint && <div id={hintId}>{hint}</div>}
    </div>
  )
}

const STOPS = '[data-field] :is(input:not([type=file]), textarea):not(:disabled, [tabindex="-1"])'

const isPlainEnter = (event: React.KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.nativeEvent.isComposing

const isOpen = (field: EventTarget): boolean =>
  (field as HTMLElement).getAttribute('aria-expanded') === 'true'

/** Moves the focus synchronously, so that fast typing or a barcode scanner does not write into the previous field. */
function goOn(root: HTMLElement, field: EventTarget, onLast: () => void): boolean {
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)]
  const at = stops.indexOf(field as HTMLElement)
  if (at < 0) return false
  const next = stops[at + 1]
  if (!next) onLast()
  else {
    next.focus()
    // As Tab does: what is typed replaces what a kept field holds.
    if (next instanceof HTMLInputElement) next.select()
  }
  return true
}

/**
 * Enter moves to the next field, as Tab does, and calls `onLast` in the last one; Shift+Enter still breaks a line. Handled in the capture
 * phase, because Enter would open a closed list; in the bubble phase if a list is open, after it has taken the option.
 */
export function enterGoesOn(onLast: () => void) {
  return {
    onKeyDownCapture(event: React.KeyboardEvent<HTMLElement>) {
      if (!isPlainEnter(event) || isOpen(event.target) || !goOn(event.currentTarget, event.target, onLast))
        return
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown(event: React.KeyboardEvent<HTMLElement>) {
      if (isPlainEnter(event) && isOpen(event.target)) goOn(event.currentTarget, event.target, onLast)
    },
  }
}
