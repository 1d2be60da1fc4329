import { PAGE_SIZE } from '@pianzhang/contract/page'
import { useCallback } from 'react'
import { sizeKey } from '../../platform/list.ts'
import { usePreference } from '../../platform/preferences.ts'

interface ListSearch {
  page?: number | undefined
  per_page?: number | undefined
}

/** What `getRouteApi` of a list's route answers, as far as it is used here. */
interface ListRoute<S> {
  useSearch: () => S
  useNavigate: () => (to: { search: (old: S) => S; replace?: boolean }) => Promise<void>
}

/**
 * Filters, sort and page are in the address; the size of a page is remembered for the person as well, under the name of the list.
 * `withoutFilters`: what 重置 leaves of an address.
 */
export function useListAddress<S extends ListSearch>(
  route: ListRoute<NoInfer<S>>,
  list: string,
  withoutFilters: (search: S) => S,
) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [remembered, remember] = usePreference<number>(sizeKey(list), PAGE_SIZE)

  const goTo = useCallback(
    (part: Partial<S>, replace = false) => {
      if (part.per_page) remember(part.per_page)
      const page = part.page === 1 ? { page: undefined } : {}
      void navigate({ search: (old) => ({ ...old, ...part, ...page }), replace })
    },
    [navigate, remember],
  )
  /** Another filter begins on its first page. */
  const filterBy = useCallback(
    (filter: Partial<S>) => void navigate({ search: (old) => ({ ...withoutFilters(old), ...filter }) }),
    [navigate, withoutFilters],
  )

  return { search, page: search.page ?? 1, size: search.per_page ?? remembered, goTo, filterBy }
}
