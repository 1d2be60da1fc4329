import type { Loaded, Option } from '../../platform/ledger/selects.ts'
import styles from './FilterRow.module.css'
import { type Filter, valueFilter } from './filter.tsx'
import { laterField } from './lateFields.tsx'

const FilterSelect = laterField(
  () => import('./FilterSelect.tsx'),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)

/** What is shown for the code of a deleted account, role or project: its name is in no list. */
const GONE = '已删除'

/** A filter by one of several options, in one parameter. */
export const choiceFilter = <F, K extends string = string>(
  name: string,
  key: K,
  options: Loaded<Option[]>,
): Filter<F> =>
  valueFilter(
    name,
    key,
    // While the options load, nothing is known about the value.
    (value) => (options.items ? (options.items.find((one) => one.value === value)?.label ?? GONE) : '…'),
    (value, set) => (
      <FilterSelect
        className={styles.field}
        name={name}
        options={
          options.items && value && !options.items.some((one) => one.value === value)
            ? { ...options, items: [...options.items, { value, label: GONE }] }
            : options
        }
        value={value}
        onChange={set}
      />
    ),
  ) as unknown as Filter<F>
