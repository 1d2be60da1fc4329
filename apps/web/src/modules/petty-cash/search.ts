import type { PettyCashFilters } from '@pianzhang/contract/petty-cash'
import type { z } from 'zod'
import {
  addressDay,
  addressFlag,
  addressList,
  addressOne,
  addressText,
} from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'
import { NEED_NAMES } from './needs.ts'

const filters = {
  keywords: addressText,
  start_pay_at: addressDay,
  end_pay_at: addressDay,
  payers: addressList,
  subject_three_codes: addressList,
  pay_channels: addressList,
  voucher_categories: addressList,
  face_tax_rates: addressList,
  contract_code: addressText,
  /** `related_system_contract`, named as on the payments page. */
  related: addressOne(['1']),
  lacking: addressOne(['1', ...NEED_NAMES]),
  written_off: addressFlag,
  import_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof PettyCashFilters, 'related_system_contract' | 'pay_amount'>, z.ZodType>

/** The filter of the charts (统计) and the level of the subject chart. */
const charts = {
  chart_vouchers: addressList,
  subject_one_code: addressText,
  subject_two_code: addressText,
}

/** URL parameters of the petty cash page. */
export const pettyCashSearch = listSearch({
  name: 'imprests',
  filters,
  orders: ['pay_at_order'],
  kept: { activeName: addressOne(['s', 'd']), ...charts },
  apiNames: { related: 'related_system_contract' },
})
export const tabs = ledgerTabs(pettyCashSearch, { first: 's', second: 'd' })

export type PettyCashFilter = FilterOf<typeof pettyCashSearch>
