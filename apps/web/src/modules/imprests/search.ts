import type { ImprestFilters } from '@pianzhang/contract/imprests'
import { z } from 'zod'
import { addressDay, addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type Params, type SearchOf } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'
import { NEED_NAMES } from './needs.ts'

/** One of these texts; the parser of addresses reads a lone digit as a number. */
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
  /** The API's `related_system_contract`, as on the payments page. */
  related: oneOf(['1']),
  lacking: oneOf(['1', ...NEED_NAMES]),
  written_off: oneOf(['0', '1']),
  import_code: addressText,
}
filters satisfies Record<Exclude<keyof ImprestFilters, 'related_system_contract'>, z.ZodType>

/** The filter of the charts (统计) and where in the subjects their ring is. */
const charts = {
  chart_vouchers: addressList,
  subject_one_code: addressText,
  subject_two_code: addressText,
}

/** What the address of the petty cash page may say. */
export const imprestSearch = listSearch({
  name: 'imprests',
  filters,
  orders: ['pay_at_order'],
  kept: { activeName: oneOf(['s', 'd']), ...charts },
})
export const tabs = ledgerTabs(imprestSearch, { first: 's', second: 'd' })

export type ImprestSearch = SearchOf<typeof imprestSearch>
export type ImprestFilter = FilterOf<typeof imprestSearch>
export type ChartSearch = Pick<ImprestSearch, keyof typeof charts>

export const chartOf = ({
  chart_vouchers,
  subject_one_code,
  subject_two_code,
}: ImprestSearch): ChartSearch => ({ chart_vouchers, subject_one_code, subject_two_code })

const filterParams = ({ related, ...params }: Params): Params => ({
  ...params,
  related_system_contract: related,
})
export const listParams = (search: ImprestSearch, size: number): Params =>
  filterParams(imprestSearch.listParams(search, size))
export const exportParams = (search: ImprestSearch): Params =>
  filterParams(imprestSearch.exportParams(search))
