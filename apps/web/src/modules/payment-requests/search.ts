import type { PaymentRequestFilters } from '@pianzhang/contract/payment-requests'
import { z } from 'zod'
import { addressDay, addressList, addressText } from '../../platform/address/address.ts'
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

export const TAB_KEYS = ['waiting', 'mine', 'handled', 'all'] as const
export type Tab = (typeof TAB_KEYS)[number]

const address = listSearch({
  name: 'payment_requests',
  filters,
  kept: {
    /** Without it the first tab that concerns the person. */
    tab: z.enum(TAB_KEYS).optional().catch(undefined),
    /** The request that is open over the list. */
    code: addressText,
  },
})
export type RequestSearch = SearchOf<typeof address>
export type RequestFilter = FilterOf<typeof address>

/** The tab that the address names; else what waits for those who approve, and their own requests for the others. */
export function tabOf({ tab }: RequestSearch): Tab {
  const profile = currentProfile()
  return tab ?? (profile && can(profile, 'payment_approval', 'write') ? 'waiting' : 'mine')
}

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
