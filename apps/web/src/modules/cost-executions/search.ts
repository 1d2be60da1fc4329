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
  /** Of the tab 统计: what its charts are filtered by, and how deep the subject chart is. The filters above are the list's alone. */
  chart_vouchers: addressList,
  subject_one_code: addressText,
  subject_two_code: addressText,
  subject_three_code: addressText,
})

export type PaymentSearch = z.output<typeof paymentSearch>

type ChartKey = 'chart_vouchers' | 'subject_one_code' | 'subject_two_code' | 'subject_three_code'
export type ChartSearch = Pick<PaymentSearch, ChartKey>

/** The part of the address that is about the charts. */
export const chartOf = ({
  chart_vouchers,
  subject_one_code,
  subject_two_code,
  subject_three_code,
}: PaymentSearch): ChartSearch => ({ chart_vouchers, subject_one_code, subject_two_code, subject_three_code })

/** The part of the address that filters; the rest is the tab, the page, the sort and the charts. */
export type PaymentFilter = Omit<
  PaymentSearch,
  'activeName' | 'page' | 'per_page' | 'pay_at_order' | ChartKey
>

const NO_FILTERS: readonly string[] = [
  'activeName',
  'page',
  'per_page',
  'pay_at_order',
  'chart_vouchers',
  'subject_one_code',
  'subject_two_code',
  'subject_three_code',
]
/** By name: the address has parameters that are not this page's, as its project. */
const FILTERS = Object.keys(paymentSearch.shape).filter((key) => !NO_FILTERS.includes(key))

export const filterOf = (search: PaymentSearch): PaymentFilter =>
  Object.fromEntries(Object.entries(search).filter(([key]) => FILTERS.includes(key)))

export const isFiltered = (search: PaymentSearch): boolean =>
  Object.values(filterOf(search)).some((value) => value !== undefined)

/** What 重置 leaves: the tab, the sort, the size of a page and the charts; every filter goes, those that came with the address too. */
export const withoutFilters = (search: PaymentSearch): PaymentSearch => ({
  activeName: search.activeName,
  per_page: search.per_page,
  pay_at_order: search.pay_at_order,
  ...chartOf(search),
})

export type Tab = 'first' | 'second'

/**
 * The tab that an address names: by its name, or by asking for something that only one of them shows (the seed's links name a contract or
 * a keyword alone). Null: none.
 */
export function tabOf(search: PaymentSearch): Tab | null {
  if (search.activeName) return search.activeName
  if (isFiltered(search) || search.page || search.per_page || search.pay_at_order) return 'second'
  return Object.values(chartOf(search)).some((value) => value !== undefined) ? 'first' : null
}

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
