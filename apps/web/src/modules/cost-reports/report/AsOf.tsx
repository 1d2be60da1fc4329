import type { CostReport } from '@pianzhang/contract/cost-report'
import { useState } from 'react'
import { currentDay } from '../../../platform/currentDay.ts'
import { withAntd } from '../../../ui/antd/withAntd.tsx'
import { later } from '../../../ui/code/later.tsx'
import type { DateText } from '../../../ui/fields/days/dates.ts'
import { Check } from '../../../ui/fields/Tick.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import styles from '../report.module.css'

interface FieldProps {
  value: DateText
  onChange: (day: DateText) => void
  'aria-label': string
}
const DateField = later<FieldProps>(
  withAntd(async () => {
    const { DateField: Field } = await import('../../../ui/fields/days/DateField.tsx')
    return { default: (props: FieldProps) => <Field {...props} allowClear={false} /> }
  }),
  (props) => (
    <input
      className={`num ${styles.shape}`}
      aria-label={props['aria-label']}
      autoComplete="off"
      defaultValue={props.value ?? ''}
    />
  ),
)

interface Props {
  asOf: string
  /** Undefined: today. */
  onChange: (day: string | undefined) => void
  last: CostReport['last']
  compare: boolean
  onCompare: (on: boolean) => void
}

/** 截至日, and whether figures are compared with the last report. */
export function AsOf({ asOf, onChange, last, compare, onCompare }: Props) {
  const [typed, setTyped] = useState<DateText>(asOf)
  const [shown, setShown] = useState(asOf)
  if (shown !== asOf) {
    setShown(asOf)
    setTyped(asOf)
  }
  const choose = (day: DateText) => {
    setTyped(day)
    const now = currentDay()
    if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return toast.error('截至日不是有效日期')
    if (day > now) return toast.error('截至日不能晚于今天')
    onChange(day === now ? undefined : day)
  }
  return (
    <div className={styles.asOf}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the field is inside */}
      <label>
        截至日
        <span className={styles.dateBox}>
          <DateField value={typed} onChange={choose} aria-label="截至日" />
        </span>
      </label>
      {last && (
        <Check checked={compare} onChange={({ target }) => onCompare(target.checked)}>
          与上期比较 <span className="num muted">截至 {last.as_of}</span>
        </Check>
      )}
    </div>
  )
}
