import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { valueFilter } from '../../ui/filters/filter.tsx'
import { laterField } from '../../ui/filters/lateFields.tsx'
import { useBookingFilters } from '../booking/filters.tsx'
import styles from './imprests.module.css'
import { NEED_NAMES, NEEDS } from './needs.ts'
import type { ImprestFilter } from './search.ts'

type WrittenOff = NonNullable<ImprestFilter['written_off']>
type Lacking = NonNullable<ImprestFilter['lacking']>

const OneChoice = laterField(
  async () => ({ default: (await import('./OneChoice.tsx')).OneChoice }),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)

const STATES: readonly { value: WrittenOff; label: string }[] = [
  { value: '0', label: '未核销' },
  { value: '1', label: '已核销' },
]
const LACKS: readonly { value: Lacking; label: string }[] = [
  { value: '1', label: '未满足条件' },
  ...NEED_NAMES.map((need) => ({ value: need, label: `缺${NEEDS[need]}` })),
]
const labelIn = <V extends string>(options: readonly { value: V; label: string }[], value: V): string =>
  options.find((option) => option.value === value)?.label ?? value

/** Filters of petty cash. */
export function useFilters(filter: ImprestFilter): FilterParts<ImprestFilter> {
  const { dates, channels, subjects, contract, vouchers, rates, payers, related, imported } =
    useBookingFilters(filter.contract_code)
  return {
    keywords: { label: '明细编号', placeholder: '明细编号、付款方、摘要或备注' },
    filters: [dates, subjects, channels],
    folded: [
      vouchers,
      rates,
      valueFilter<'written_off', WrittenOff>(
        '核销状态',
        'written_off',
        (value) => labelIn(STATES, value),
        (value, set) => (
          <OneChoice
            className={styles.select}
            name="核销状态"
            options={STATES}
            value={value}
            onChange={(next) => set(next as WrittenOff | undefined)}
          />
        ),
      ),
      valueFilter<'lacking', Lacking>(
        '核销条件',
        'lacking',
        (value) => labelIn(LACKS, value),
        (value, set) => (
          <OneChoice
            className={styles.select}
            name="核销条件"
            options={LACKS}
            value={value}
            onChange={(next) => set(next as Lacking | undefined)}
          />
        ),
      ),
      contract,
      payers,
      related,
      imported,
    ],
  }
}
