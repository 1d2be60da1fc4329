import styles from '../../ui/filters/FilterRow.module.css'
import { type Filter, valueFilter } from '../../ui/filters/filter.tsx'
import { laterField } from '../../ui/filters/lateFields.tsx'
import { currentMonth } from './api.ts'

const NAME = '月份'
const MonthFilter = laterField(
  () => import('../../ui/filters/MonthFilter.tsx'),
  () => [{ placeholder: 'YYYY-MM', name: NAME }],
)

/** The month of a list; another one is shown at once, as one goes from month to month. */
export const monthFilter = (
  onMonth: (month: string | undefined) => void,
): Filter<{ month?: string | undefined }> =>
  valueFilter(
    NAME,
    'month',
    (month) => month,
    (value, set) => (
      <MonthFilter
        className={styles.field ?? ''}
        name={NAME}
        value={value ?? currentMonth()}
        onChange={(chosen) => {
          const month = chosen === currentMonth() ? undefined : chosen
          set(month)
          onMonth(month)
        }}
      />
    ),
  )
