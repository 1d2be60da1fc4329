import { selectApi } from '@pianzhang/contract/api/views'
import { useSelect } from '../../platform/ledger/selects.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { useBookingFilters } from '../booking/filters.tsx'
import type { PaymentFilter } from './search.ts'

const LACKS = [{ value: 'voucher_attachments', label: '缺凭证图片' }] as const

/** Filters of payments. */
export function useFilters(filter: PaymentFilter): FilterParts<PaymentFilter> {
  const { dates, channels, subjects, contract, vouchers, rates, payers, related, imported, named } =
    useBookingFilters(filter.contract_code)
  // Reloaded for petty cash, too: the first write-off adds a payment type of its own.
  const categories = useSelect(selectApi.paymentTypes, 'pay_category', 'imprest')
  return {
    keywords: { label: '付款编号', placeholder: '付款编号、付款方、摘要或备注' },
    filters: [dates, channels, subjects],
    folded: [
      contract,
      selectFilter('付款类型', 'pay_categories', categories),
      vouchers,
      rates,
      payers,
      related,
      closedFilter('凭证图片', 'lacking', LACKS),
      imported,
      named,
    ],
  }
}
