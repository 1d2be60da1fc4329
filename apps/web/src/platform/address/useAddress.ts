import { useCallback, useMemo, useState } from 'react'

/** The part of a page's `getRouteApi` result that is used here. */
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
 * The URL's search parsed by the page's own `parse` (a stable function), and setters for it. The route leaves it unparsed,
 * so that the router contains no page's schema.
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
