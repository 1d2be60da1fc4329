import type { Loaded, Option } from '../../platform/ledger/selects.ts'
import { type Filter, valueFilter } from './filter.tsx'
import styles from './ListFilters.module.css'
import { laterField } from './lateFields.tsx'

const FilterSelect = laterField(
  () => import('./FilterSelect.tsx'),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)

/** One of several, of one parameter; a value that is no option (any more) is called by its code. */
export const choiceFilter = <F, K extends string = string>(
  name: string,
  key: K,
  options: Loaded<Option[]>,
): Filter<F> =>
  valueFilter(
    name,
    key,
    (value) => options.items?.find((option) => option.value === value)?.label ?? value,
    (value, set) => (
      <FilterSelect className={styles.field} name={name} options={options} value={value} onChange={set} />
    ),
  ) as unknown as Filter<F>

/** The options of a closed list. */
export const fixedOptions = (items: Option[]): Loaded<Option[]> => ({
  items,
  state: { failed: false, loading: false, retry: () => {} },
})
