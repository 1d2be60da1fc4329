import { DATE_SHORTCUTS, today } from '@pianzhang/contract/calendar'
import { DatePicker, Tooltip } from 'antd'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import styles from './DateRange.module.css'
import { fromDay, readShortcut, readTyped, TYPED_FORMATS, toDay } from './dates.ts'
import { CLEARABLE } from './icons.tsx'

/** First and last day, both included; either may be open. */
export type Dates = readonly [start: string | null, end: string | null] | null

interface Props {
  id?: string
  value?: Dates
  onChange?: (dates: Dates) => void
  /** What was typed last is no day, and why; undefined when it is mended. The value stays the last right one: a form must not save it. */
  onInvalid?: (error: string | undefined) => void
  /** 今天 本周 本月 上月 本年. */
  shortcuts?: boolean
  disabled?: boolean
  className?: string
  /** Name of the two fields for readers of the screen. */
  label?: string
}

const presets = () =>
  DATE_SHORTCUTS.map(({ label, range }) => {
    const [start, end] = range(today(new Date()))
    return {
      label,
      value: [toDay(start), toDay(end)] as Days,
    }
  })

type Days = [ReturnType<typeof toDay>, ReturnType<typeof toDay>]
type Place = 0 | 1
type Errors = readonly [start: string | undefined, end: string | undefined]
/** The picker lets go of the focus some frames after it has closed. */
const GIVEN_UP_MS = 100
const NO_ERRORS: Errors = [undefined, undefined]

const placeOf = (input: EventTarget): Place => {
  const [start] = (input as HTMLElement).closest('.ant-picker')?.getElementsByTagName('input') ?? []
  return input === start ? 0 : 1
}

/** A period, picked or typed in every spelling of the contract's calendar. What is no day keeps its text and says why. */
export function DateRange({
  value,
  onChange,
  onInvalid,
  shortcuts = true,
  className,
  label,
  ...rest
}: Props) {
  const [errors, setErrors] = useState<Errors>(NO_ERRORS)
  const error = errors[0] ?? errors[1]
  const box = useRef<HTMLSpanElement>(null)
  const [from, to] = value ?? [null, null]
  // The picker starts anew with every new array, and drops what is being typed.
  const days = useMemo(() => (from || to ? ([toDay(from), toDay(to)] as Days) : null), [from, to])
  const judge = (next: Errors) => {
    if (next[0] === errors[0] && next[1] === errors[1]) return
    setErrors(next)
    onInvalid?.(next[0] ?? next[1])
  }
  const judgeOne = (place: Place, next: string | undefined) =>
    judge(place === 0 ? [next, errors[1]] : [errors[0], next])
  const emit = (start: string | null, end: string | null) =>
    onChange?.(start === null && end === null ? null : [start, end])

  function settle(input: EventTarget) {
    // A shortcut of the panel loses the focus too, and holds no text.
    if (!(input instanceof HTMLInputElement)) return
    const place = placeOf(input)
    const period = shortcuts ? readShortcut(input.value) : null
    if (period) {
      judge(NO_ERRORS)
      return emit(...period)
    }
    const typed = readTyped(input.value)
    judgeOne(place, typed.error)
    if (typed.error !== undefined || typed.date === (place === 0 ? from : to)) return
    const next: [string | null, string | null] = [from, to]
    next[place] = typed.date
    // The other way round is meant the right way round.
    if (next[0] && next[1] && next[0] > next[1]) next.reverse()
    emit(...next)
  }

  return (
    <Tooltip title={error} open={error !== undefined}>
      <span
        ref={box}
        className={styles.range}
        onInput={(event) => judgeOne(placeOf(event.target), undefined)}
      >
        <DatePicker.RangePicker
          {...rest}
          className={className}
          style={{ width: '100%' }}
          value={days}
          format={TYPED_FORMATS}
          placeholder={['开始日期', '结束日期']}
          separator="–"
          allowEmpty={[true, true]}
          allowClear={CLEARABLE}
          onOpenChange={(open) => {
            // After a shortcut the picker gives the focus up: the keyboard goes on in the field.
            if (open) return
            setTimeout(() => {
              if (document.activeElement === document.body) box.current?.querySelector('input')?.focus()
            }, GIVEN_UP_MS)
          }}
          presets={shortcuts ? presets() : undefined}
          preserveInvalidOnBlur
          // The calendar opens under a pointer that rests there: its day would be written over what is being typed.
          previewValue={false}
          status={error ? 'error' : undefined}
          aria-label={label}
          onChange={(picked) => {
            const [start, end] = [fromDay(picked?.[0]), fromDay(picked?.[1])]
            // Leaving the field reports the same days again, beside a text that is none of them.
            if (start === from && end === to) return
            judge(NO_ERRORS)
            emit(start, end)
          }}
          onBlur={(event) => settle(event.target)}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle(event.target)}
        />
      </span>
    </Tooltip>
  )
}
