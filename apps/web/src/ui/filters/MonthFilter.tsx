import { DatePicker } from 'antd'
import { fromDay, toDay } from '../fields/days/pickerDays.ts'

interface Props {
  name: string
  /** `YYYY-MM`. */
  value: string
  onChange: (month: string) => void
  className?: string | undefined
}

/** A month, picked or typed as 2026-11 or 202611; there always is one. */
export default function MonthFilter({ name, value, onChange, className }: Props) {
  return (
    <DatePicker
      className={className ?? ''}
      aria-label={name}
      picker="month"
      format={['YYYY-MM', 'YYYYMM']}
      allowClear={false}
      value={toDay(`${value}-01`)}
      onChange={(day) => {
        const month = fromDay(day)?.slice(0, 7)
        if (month !== undefined && month !== value) onChange(month)
      }}
    />
  )
}
