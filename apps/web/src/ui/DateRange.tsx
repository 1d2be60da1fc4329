import { DATE_SHORTCUTS, today } from '@pianzhang/contract/calendar'
import { DatePicker, Tooltip } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import styles from './DateRange.module.css'
import { fromDay, readTyped, TYPED_FORMATS, toDay } from './dates.ts'

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
      value: [toDay(start), toDay(end)] as [ReturnType<typeof toDay>, ReturnType<typeof toDay>],
    }
  })

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
  const [error, setError] = useState<string>()
  const judge = (next: string | undefined) => {
    setError(next)
    onInvalid?.(next)
  }
  const emit = (start: string | null, end: string | null) =>
    onChange?.(start === null && end === null ? null : [start, end])

  function settle(input: EventTarget, place: 0 | 1) {
    const typed = readTyped((input as HTMLInputElement).value)
    judge(typed.error)
    if (typed.error !== undefined || typed.date === (value?.[place] ?? null)) return
    const next: [string | null, string | null] = [value?.[0] ?? null, value?.[1] ?? null]
    next[place] = typed.date
    // The other way round is meant the right way round.
    if (next[0] && next[1] && next[0] > next[1]) next.reverse()
    emit(...next)
  }

  return (
    <Tooltip title={error} open={error !== undefined}>
      <span className={styles.range} onInput={() => judge(undefined)}>
        <DatePicker.RangePicker
          {...rest}
          className={className}
          style={{ width: '100%' }}
          value={value ? [toDay(value[0]), toDay(value[1])] : null}
          format={TYPED_FORMATS}
          placeholder={['开始日期', '结束日期']}
          separator="–"
          allowEmpty={[true, true]}
          presets={shortcuts ? presets() : undefined}
          preserveInvalidOnBlur
          status={error ? 'error' : undefined}
          aria-label={label}
          onChange={(days) => {
            judge(undefined)
            emit(fromDay(days?.[0]), fromDay(days?.[1]))
          }}
          onBlur={(event, { range }) => settle(event.target, range === 'end' ? 1 : 0)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return
            const [start] =
              (event.target as HTMLElement).closest('.ant-picker')?.getElementsByTagName('input') ?? []
            settle(event.target, event.target === start ? 0 : 1)
          }}
        />
      </span>
    </Tooltip>
  )
}
