import { DatePicker } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { fromDay, readTyped, TYPED_FORMATS, toDay } from './dates.ts'
import { CLEARABLE } from './icons.tsx'

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
  const day = toDay(value)
  // The picker is not told of what is no day: it would empty its field, and what was typed is to stay.
  const [shown, setShown] = useState(day)
  if ((day || !value) && fromDay(day) !== fromDay(shown)) setShown(day)

  const settle = (input: EventTarget) => {
    // Buttons of the panel lose the focus too, and hold no text.
    if (!(input instanceof HTMLInputElement)) return
    const text = input.value
    const typed = readTyped(text)
    const next = typed.error === undefined ? typed.date : text
    if (next !== (value ?? null)) onChange?.(next)
  }
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      value={shown}
      format={TYPED_FORMATS}
      placeholder={placeholder}
      allowClear={allowClear && CLEARABLE}
      preserveInvalidOnBlur
      // The calendar opens under a pointer that rests there: its day would be written over what is being typed.
      previewValue={false}
      onChange={(picked) => onChange?.(fromDay(picked))}
      onBlur={(event) => settle(event.target)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle(event.target)}
    />
  )
}
