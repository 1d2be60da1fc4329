import { z } from 'zod'
import { addressDay, addressList, addressPage, addressSize, addressText } from '../../ui/address.ts'

/** The name under which size, columns and density of this list are remembered. */
export const LIST = 'payments'

/** What the address of the payments page may say. The names are the API's (`related` is the seed's). */
export const paymentSearch = z.object({
  activeName: z.enum(['first', 'second']).optional().catch(undefined),
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
  related: z
    .union([z.literal('1'), z.literal(1).transform(() => '1' as const)])
    .optional()
    .catch(undefined),
  page: addressPage,
  per_page: addressSize,
  pay_at_order: z.enum(['asc', 'desc']).optional().catch(undefined),
  import_code: addressText,
})

export type PaymentSearch = z.output<typeof paymentSearch>

/** The part of the address that filters; the rest is the tab, the page and the sort. */
export type PaymentFilter = Omit<PaymentSearch, 'activeName' | 'page' | 'per_page' | 'pay_at_order'>

export const filterOf = ({
  activeName: _a,
  page: _p,
  per_page: _s,
  pay_at_order: _o,
  ...filter
}: PaymentSearch): PaymentFilter => filter

export const isFiltered = (search: PaymentSearch): boolean =>
  Object.values(filterOf(search)).some((value) => value !== undefined)

/** What 重置 leaves: the tab, the sort and the size of a page; every filter goes, those that came with the address too. */
export const withoutFilters = ({ activeName, per_page, pay_at_order }: PaymentSearch): PaymentSearch => ({
  activeName,
  per_page,
  pay_at_order,
})

type Params = Record<string, string | readonly string[] | number | undefined>

/** A filter as the API's parameters: the same for the list, its sums and the export. */
export const filterParams = ({ related, ...filter }: PaymentFilter): Params => ({
  ...filter,
  related_system_contract: related,
})

/** `size` is what the person chose last; it counts when the address names none. */
export const listParams = (search: PaymentSearch, size: number): Params => ({
  ...filterParams(filterOf(search)),
  page: search.page ?? 1,
  per_page: search.per_page ?? size,
  pay_at_order: search.pay_at_order,
})

/** The whole list: what filters it, and its order. */
export const exportParams = (search: PaymentSearch): Params => ({
  ...filterParams(filterOf(search)),
  pay_at_order: search.pay_at_order,
})
