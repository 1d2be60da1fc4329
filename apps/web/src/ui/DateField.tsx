import { DatePicker } from 'antd'
import type { KeyboardEvent } from 'react'
import { fromDay, readTyped, TYPED_FORMATS, toDay } from './dates.ts'

interface Props {
  id?: string
  /** `YYYY-MM-DD`, or what was typed and is no day: pair it with `dateRule`. */
  value?: string | null
  onChange?: (date: string | null) => void
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  status?: 'error'
  className?: string
  'aria-label'?: string
}

/** One day, picked or typed as 2026-11-21, 20261121, 11-21, 2026年11月21日 … The value is a text, never an instant. */
export function DateField({
  value,
  onChange,
  placeholder = '请选择日期',
  allowClear = true,
  ...rest
}: Props) {
  const settle = (input: EventTarget) => {
    const text = (input as HTMLInputElement).value
    const typed = readTyped(text)
    const next = typed.error === undefined ? typed.date : text
    if (next !== (value ?? null)) onChange?.(next)
  }
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      value={toDay(value)}
      format={TYPED_FORMATS}
      placeholder={placeholder}
      allowClear={allowClear}
      preserveInvalidOnBlur
      onChange={(day) => onChange?.(fromDay(day))}
      onBlur={(event) => settle(event.target)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle(event.target)}
    />
  )
}
