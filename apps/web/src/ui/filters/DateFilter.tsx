import { Tooltip } from 'antd'
import { DateRange } from '../fields/days/DateRange.tsx'
import type { Dates } from '../fields/days/dates.ts'

interface Props {
  name: string
  value: Dates
  onChange: (dates: Dates) => void
  /** Why the content is not a valid filter. */
  fault: string | undefined
  className?: string | undefined
}

/** A period, and what is wrong with it. */
export const DateFilter = ({ name, value, onChange, fault, className }: Props) => (
  <Tooltip title={fault} open={fault !== undefined}>
    {/* The tooltip is attached to this element. */}
    <span className={className}>
      <DateRange
        label={name}
        status={fault === undefined ? undefined : 'error'}
        value={value}
        onChange={onChange}
      />
    </span>
  </Tooltip>
)
