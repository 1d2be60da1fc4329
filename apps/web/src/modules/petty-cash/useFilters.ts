import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter } from '../../ui/filters/filter.tsx'
import { useBookingFilters } from '../booking/filters.tsx'
import { NEED_NAMES, NEEDS } from './needs.ts'
import type { PettyCashFilter } from './search.ts'

type WrittenOff = NonNullable<PettyCashFilter['written_off']>
type Lacking = NonNullable<PettyCashFilter['lacking']>

const STATES: readonly { value: WrittenOff; label: string }[] = [
  { value: '0', label: '未核销' },
  { value: '1', label: '已核销' },
]
const LACKS: readonly { value: Lacking; label: string }[] = [
  { value: '1', label: '未满足条件' },
  ...NEED_NAMES.map((need) => ({ value: need, label: `缺${NEEDS[need]}` })),
]

/** Filters of petty cash. */
export function useFilters(filter: PettyCashFilter): FilterParts<PettyCashFilter> {
  const { dates, channels, subjects, contract, vouchers, rates, payers, related, imported, named } =
    useBookingFilters(filter.contract_code)
  return {
    keywords: { label: '明细编号', placeholder: '明细编号、付款方、摘要或备注' },
    filters: [dates, subjects, channels],
    folded: [
      vouchers,
      rates,
      closedFilter('核销状态', 'written_off', STATES),
      closedFilter('核销条件', 'lacking', LACKS),
      contract,
      payers,
      related,
      imported,
      named,
    ],
  }
}
