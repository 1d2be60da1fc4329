import { PAGE_SIZE } from '@pianzhang/contract/page'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePreference } from '../../app/preferences.ts'
import type { SubjectFilter, SubjectSearch } from './search.ts'

const route = getRouteApi('/setting/subject')

/** Filters and page are in the address; the size of a page is remembered for the person as well. */
export function useAddress() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [remembered, remember] = usePreference<number>('subjects.size', PAGE_SIZE)

  const goTo = useCallback(
    (part: SubjectSearch, replace = false) => {
      if (part.per_page) remember(part.per_page)
      const page = part.page === 1 ? { page: undefined } : {}
      void navigate({ search: (old) => ({ ...old, ...part, ...page }), replace })
    },
    [navigate, remember],
  )
  const filterBy = useCallback(
    (filter: SubjectFilter) => void navigate({ search: ({ per_page }) => ({ ...filter, per_page }) }),
    [navigate],
  )

  return { search, size: search.per_page ?? remembered, goTo, filterBy }
}
