import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ChartSearch, chartOf, type PaymentFilter } from '../search.ts'

const route = getRouteApi('/in-project/implement/cost')
const NONE: readonly string[] = []

/** What the address says of the charts, and the ways on from there. */
export function useCharts() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const charts = useMemo(() => chartOf(search), [search])
  const vouchers = charts.chart_vouchers ?? NONE

  /** The tab is named from now on: a filter that leaves nothing must not switch to the other one. */
  const show = useCallback(
    (part: ChartSearch) =>
      void navigate({
        search: (old) => ({ ...old, ...part, activeName: 'first' }),
        resetScroll: false,
      }),
    [navigate],
  )
  /** The details behind a figure: the list with that filter alone, and the one that the charts have. */
  const openDetails = useCallback(
    (filter: PaymentFilter) =>
      void navigate({
        search: ({ per_page, ...old }) => ({
          activeName: 'second' as const,
          per_page,
          ...chartOf(old),
          voucher_categories: old.chart_vouchers,
          ...filter,
        }),
      }),
    [navigate],
  )
  return { charts, vouchers, show, openDetails }
}
