import { AGES, FLAGS, REASONS } from '@pianzhang/contract/missing-invoices'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter, codesFilter, valueFilter } from '../../ui/filters/filter.tsx'
import type { MissingFilter } from './search.ts'

const optionsOf = <C extends string>(list: readonly { code: C; label: string }[]) =>
  list.map(({ code, label }) => ({ value: code, label }))

/** Filters of both tabs. */
export const FILTERS: FilterParts<MissingFilter> = {
  keywords: { label: '付款方/付款编号/摘要', placeholder: '付款方、付款编号或摘要' },
  filters: [
    closedFilter('原因', 'reason', optionsOf(REASONS)),
    closedFilter('账龄', 'age', optionsOf(AGES)),
    closedFilter('汇算', 'flag', optionsOf(FLAGS)),
    valueFilter('付款方', 'payer', (payer) => payer),
    codesFilter,
  ],
}
