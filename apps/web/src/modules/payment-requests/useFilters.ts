import { REQUEST_STATES } from '@pianzhang/contract/payment-requests'
import { fixedOptions } from '../../platform/ledger/selects.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, datesFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { usePayeeFilter } from '../payees/picker/usePayeeFilter.tsx'
import type { RequestFilter, Tab } from './search.ts'

const KEYWORDS = { label: '申请编号/付款方', placeholder: '申请或付款编号、付款方、摘要' }
const DATES = datesFilter('付款时间', 'start_at', 'end_at')
const STATES = selectFilter(
  '状态',
  'states',
  fixedOptions(REQUEST_STATES.map(({ code, label }) => ({ value: code, label }))),
)

/** Filters of requests. What waits is in one state. */
export function useFilters(tab: Tab, { payee_code }: RequestFilter): FilterParts<RequestFilter> {
  const payee = usePayeeFilter(payee_code)
  return {
    keywords: KEYWORDS,
    filters: [DATES, ...(tab === 'waiting' ? [] : [STATES]), ...(payee ? [payee] : []), codesFilter],
  }
}
