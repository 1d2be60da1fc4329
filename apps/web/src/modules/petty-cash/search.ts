import type { PettyCashFilters } from '@pianzhang/contract/petty-cash'
import { z } from 'zod'
import { addressDay, addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'
import { NEED_NAMES } from './needs.ts'

/** Accepts one of these texts. The URL parser turns a lone digit into a number, so numbers are turned back into text. */
const oneOf = <const T extends readonly string[]>(values: T) =>
  z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.enum(values))
    .optional()
    .catch(undefined)

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
  related: oneOf(['1']),
  lacking: oneOf(['1', ...NEED_NAMES]),
  written_off: oneOf(['0', '1']),
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
  kept: { activeName: oneOf(['s', 'd']), ...charts },
  apiNames: { related: 'related_system_contract' },
})
export const tabs = ledgerTabs(pettyCashSearch, { first: 's', second: 'd' })

export type PettyCashFilter = FilterOf<typeof pettyCashSearch>
