import { PAGE_SIZE } from '@pianzhang/contract/page'
import { useCallback } from 'react'
import { type AddressRoute, useAddress } from '../../platform/address/useAddress.ts'
import { sizeKey } from '../../platform/ledger/list.ts'
import { usePreference } from '../../platform/session/preferences.ts'

interface ListSearch {
  page?: number | undefined
  per_page?: number | undefined
}

/** The part of a list's `listSearch` that is used here. */
export interface ListAddress<S> {
  name: string
  parse: (raw: object) => S
  withoutFilters: (search: S) => S
}

/** Filters, sort and page are in the address; the size of a page is remembered for the person as well, under the name of the list. */
export function useListAddress<S extends ListSearch>(route: AddressRoute, list: ListAddress<S>) {
  const { search, change } = useAddress(route, list)
  const { withoutFilters } = list
  const [remembered, remember] = usePreference<number>(sizeKey(list.name), PAGE_SIZE)

  const goTo = useCallback(
    (part: Partial<S>, replace = false) => {
      if (part.per_page) remember(part.per_page)
      const page = part.page === 1 ? { page: undefined } : {}
      // When the address is replaced, the list keeps its scroll position.
      change((old) => ({ ...old, ...part, ...page }), replace ? { replace, resetScroll: false } : {})
    },
    [change, remember],
  )
  /** Another filter begins on its first page. */
  const filterBy = useCallback(
    (filter: Partial<S>) => change((old) => ({ ...withoutFilters(old), ...filter })),
    [change, withoutFilters],
  )

  const toPage: (part: ListSearch, replace?: boolean) => void = goTo as (part: object) => void
  const [page, size] = [search.page ?? 1, search.per_page ?? remembered]
  return { search, toPage, page, size, goTo, filterBy, change }
}
