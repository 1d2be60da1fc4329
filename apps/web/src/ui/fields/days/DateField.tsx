import { DatePicker } from 'antd'
import type { KeyboardEvent } from 'react'
import { CLEARABLE } from '../../icons.tsx'
import { type DateText, readTyped } from './dates.ts'
import { fromDay, TYPED_FORMATS } from './pickerDays.ts'
import { useShownDays } from './useShownDays.ts'

interface Props {
  id?: string
  value?: DateText
  onChange?: (date: DateText) => void
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  status?: 'error'
  className?: string
  'aria-label'?: string
}

/** One day, picked or typed as 2026-11-21, 20261121, 11-21, 2026年11月21日, 今天 … */
export function DateField({
  value = null,
  onChange,
  placeholder = '请选择日期',
  allowClear = true,
  ...rest
}: Props) {
  const { shown, key, own } = useShownDays([value])
  const emit = (next: DateText) => {
    own([next])
    onChange?.(next)
  }

  const settle = (input: EventTarget) => {
    // Buttons of the panel fire `blur` too, and hold no text.
    if (!(input instanceof HTMLInputElement)) return
    const typed = readTyped(input.value)
    const next = typed.error === undefined ? typed.date : input.value
    if (next !== (value || null)) emit(next)
  }
  return (
    <DatePicker
      key={key}
      {...rest}
      style={{ width: '100%' }}
      value={shown[0] ?? null}
      format={TYPED_FORMATS}
      placeholder={placeholder}
      allowClear={allowClear && CLEARABLE}
      preserveInvalidOnBlur
      // The calendar may open under a resting pointer; the hovered day's preview would replace the typed text.
      previewValue={false}
      onChange={(picked) => emit(fromDay(picked))}
      // As Tab does: what is typed replaces the day, also where the dialog has given the focus.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onBlur={(event) => settle(event.target)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle(event.target)}
    />
  )
}
