import type { PaymentRequestFilters } from '@pianzhang/contract/payment-requests'
import type { Profile } from '@pianzhang/contract/session'
import type { z } from 'zod'
import { addressDay, addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'
import { can, currentProfile } from '../../platform/session/session.ts'

const filters = {
  keywords: addressText,
  states: addressList,
  start_at: addressDay,
  end_at: addressDay,
  payee_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof PaymentRequestFilters, 'tab'>, z.ZodType>

const TAB_KEYS = ['waiting', 'mine', 'handled', 'all'] as const
export type Tab = (typeof TAB_KEYS)[number]

const address = listSearch({
  name: 'payment_requests',
  filters,
  kept: {
    /** Without it the first of `tabsOf`. */
    tab: addressOne(TAB_KEYS),
    /** The request that is open over the list. */
    code: addressText,
  },
})
export type RequestSearch = SearchOf<typeof address>
export type RequestFilter = FilterOf<typeof address>

/** The tabs that concern a person; the first is shown where the address names none. */
export function tabsOf(profile: Profile | undefined): readonly Tab[] {
  const decides = profile !== undefined && can(profile, 'payment_approval', 'write')
  const asks = profile !== undefined && can(profile, 'payment_request', 'write')
  return TAB_KEYS.filter((tab) => tab === 'all' || (tab === 'mine' ? asks : decides))
}
export const tabOf = ({ tab }: RequestSearch): Tab => tab ?? tabsOf(currentProfile())[0] ?? 'all'

/** As the API names the tab: without one it answers all requests. */
const tabParam = (search: RequestSearch) => {
  const tab = tabOf(search)
  return tab === 'all' ? {} : { tab }
}

/** URL parameters of the page. */
export const requestSearch = {
  ...address,
  listParams: (search: RequestSearch, size: number) => ({
    ...tabParam(search),
    ...address.listParams(search, size),
  }),
  exportParams: (search: RequestSearch) => ({ ...tabParam(search), ...address.exportParams(search) }),
}
