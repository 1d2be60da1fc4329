import type { PaymentFilters } from '@pianzhang/contract/payments'
import type { z } from 'zod'
import {
  addressDay,
  addressList,
  addressOne,
  addressTab,
  addressText,
} from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'

const filters = {
  keywords: addressText,
  start_pay_at: addressDay,
  end_pay_at: addressDay,
  subject_three_codes: addressList,
  contract_code: addressText,
  pay_channels: addressList,
  pay_categories: addressList,
  voucher_categories: addressList,
  face_tax_rates: addressList,
  payers: addressList,
  /** `related_system_contract`, under the name that links from other pages use. */
  related: addressOne(['1']),
  lacking: addressOne(['voucher_attachments']),
  import_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof PaymentFilters, 'related_system_contract' | 'pay_amount'>, z.ZodType>

/** Filters of the charts (统计) and the level of the subject chart. The filters above apply to the list only. */
const charts = {
  chart_vouchers: addressList,
  subject_one_code: addressText,
  subject_two_code: addressText,
  subject_three_code: addressText,
}

/** URL parameters of the payments page. */
export const paymentSearch = listSearch({
  name: 'payments',
  filters,
  orders: ['pay_at_order'],
  kept: { activeName: addressTab, ...charts },
  apiNames: { related: 'related_system_contract' },
})
export const tabs = ledgerTabs(paymentSearch)

type PaymentSearch = SearchOf<typeof paymentSearch>
export type PaymentFilter = FilterOf<typeof paymentSearch>
export type ChartSearch = Pick<PaymentSearch, keyof typeof charts>
