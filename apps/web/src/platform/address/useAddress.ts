import { useCallback, useMemo, useState } from 'react'

/** What `getRouteApi` of a page answers, as far as it is used here. */
export interface AddressRoute {
  useSearch: () => object
  useNavigate: () => (to: {
    search: (old: object) => Record<string, unknown>
    replace?: boolean
    resetScroll?: boolean
  }) => Promise<void>
}

interface Change {
  replace?: boolean
  resetScroll?: boolean
}

/**
 * What the address says, read by the page's own `parse` (the same function at each call), and the way to another. The route hands on what
 * stands there, so that the router need not know what each page understands.
 */
export function useAddress<S extends object>(route: AddressRoute, { parse }: { parse: (raw: object) => S }) {
  const raw = route.useSearch()
  const search = useMemo(() => parse(raw), [parse, raw])
  const navigate = route.useNavigate()
  const [path] = useState(() => location.pathname)
  const change = useCallback(
    (next: (old: S) => S, how?: Change) => {
      // After a link was followed this page stays mounted until the next is loaded; it must not restore its own
      // address.
      if (location.pathname !== path) return
      void navigate({ search: (old) => next(parse(old)) as Record<string, unknown>, ...how })
    },
    [navigate, parse, path],
  )
  return { search, change }
}
