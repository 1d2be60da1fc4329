import { DATE_SHORTCUTS } from '@pianzhang/contract/calendar'
import { DatePicker } from 'antd'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { currentDay } from '../../../platform/currentDay.ts'
import { CLEARABLE } from '../../icons.tsx'
import styles from './DateRange.module.css'
import { type Dates, type DateText, RANGE_ENDS, rangeEndName, readShortcut, readTyped } from './dates.ts'
import { fromDay, TYPED_FORMATS, toDay } from './pickerDays.ts'
import { useShownDays } from './useShownDays.ts'

interface Props {
  id?: string
  value?: Dates
  onChange?: (dates: Dates) => void
  /** 今天 本周 本月 上月 本年. */
  shortcuts?: boolean
  disabled?: boolean
  status?: 'error' | undefined
  className?: string
  /** Accessible name of the two fields. */
  label?: string
}

type Days = [ReturnType<typeof toDay>, ReturnType<typeof toDay>]

const presets = () =>
  DATE_SHORTCUTS.map(({ label, range }) => {
    const [start, end] = range(currentDay())
    return { label, value: [toDay(start), toDay(end)] as Days }
  })

/** antd's picker blurs some frames after it has closed. */
const GIVEN_UP_MS = 100

const isStart = (input: HTMLElement): boolean =>
  input.closest('.ant-picker')?.getElementsByTagName('input')[0] === input

/**
 * A period. Each end is typed as in a DateField, or both by the name of a shortcut. An end before the start stays as typed, for the
 * form or the filter to refuse.
 */
export function DateRange({ value, onChange, shortcuts = true, className, label, ...rest }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const [from, to] = value ?? [null, null]
  const { shown, key, own } = useShownDays([from, to])
  // antd resets its input for every new array, dropping what is being typed.
  const days = useMemo(() => (shown[0] || shown[1] ? (shown as Days) : null), [shown])
  const emit = (start: DateText, end: DateText) => {
    own([start, end])
    onChange?.(start === null && end === null ? null : [start, end])
  }

  function settle(input: EventTarget) {
    // A shortcut of the panel fires `blur` too, and holds no text.
    if (!(input instanceof HTMLInputElement)) return
    const period = shortcuts ? readShortcut(input.value) : null
    if (period) return emit(...period)
    const typed = readTyped(input.value)
    const next = typed.error === undefined ? typed.date : input.value
    const start = isStart(input)
    if (next === (start ? from : to)) return
    if (start) emit(next, to)
    else emit(from, next)
  }

  // No dependency list: the picker has one `aria-label` for both, and is remounted with a new `key`.
  useLayoutEffect(() => {
    const inputs = label ? box.current?.querySelectorAll('input') : undefined
    inputs?.forEach((input, at) => {
      input.setAttribute('aria-label', rangeEndName(label ?? '', RANGE_ENDS[at] ?? ''))
    })
  })

  return (
    <span ref={box} className={styles.range}>
      <DatePicker.RangePicker
        key={key}
        {...rest}
        className={className}
        style={{ width: '100%' }}
        value={days}
        format={TYPED_FORMATS}
        placeholder={[...RANGE_ENDS]}
        separator="–"
        allowEmpty={[true, true]}
        // antd would swap the ends, or give both the same day, without a word.
        order={false}
        allowClear={CLEARABLE}
        onOpenChange={(open) => {
          // antd blurs after a shortcut; the focus is returned to the field.
          if (open) return
          setTimeout(() => {
            if (document.activeElement === document.body) box.current?.querySelector('input')?.focus()
          }, GIVEN_UP_MS)
        }}
        presets={shortcuts ? presets() : undefined}
        preserveInvalidOnBlur
        // The calendar may open under a resting pointer; the hovered day's preview would replace the typed text.
        previewValue={false}
        onChange={(picked) => {
          const [start, end] = [fromDay(picked?.[0]), fromDay(picked?.[1])]
          // antd reports unchanged days on blur, while the field holds text that is no date.
          if (start === fromDay(shown[0]) && end === fromDay(shown[1])) return
          emit(start, end)
        }}
        onBlur={(event) => settle(event.target)}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle(event.target)}
      />
    </span>
  )
}
