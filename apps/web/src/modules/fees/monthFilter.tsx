import styles from '../../ui/filters/FilterRow.module.css'
import type { Filter } from '../../ui/filters/filter.tsx'
import { laterField } from '../../ui/filters/lateFields.tsx'
import { currentMonth } from './api.ts'

const NAME = '月份'
const Picker = laterField(
  () => import('../../ui/filters/MonthFilter.tsx'),
  () => [{ placeholder: 'YYYY-MM', name: NAME }],
)

interface Props {
  month: string | undefined
  /** Undefined: the current one. */
  onChange: (month: string | undefined) => void
}

/** The month of a list. Another one is shown at once, as one goes from month to month. */
export const Month = ({ month = currentMonth(), onChange }: Props) => (
  <Picker
    className={styles.field ?? ''}
    name={NAME}
    value={month}
    onChange={(next) => onChange(next === currentMonth() ? undefined : next)}
  />
)

/** The month among the filters. */
export const monthFilter = (props: Props): Filter<object> => ({
  key: 'month',
  name: NAME,
  tags: () => [],
  field: () => <Month {...props} />,
})
