import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { type ChartSearch, chartOf, type ImprestFilter, imprestSearch } from '../search.ts'

const route = getRouteApi('/in-project/implement/cash')
const NONE: readonly string[] = []

/** Chart state from the URL, and navigation from the charts. */
export function useCharts() {
  const { search, change } = useAddress(route, imprestSearch)
  const charts = useMemo(() => chartOf(search), [search])

  /** Puts the tab in the URL: otherwise it is inferred from the parameters, and clearing the filters could switch it. */
  const show = useCallback(
    (part: ChartSearch) => change((old) => ({ ...old, ...part, activeName: 's' }), { resetScroll: false }),
    [change],
  )
  /** Opens the list behind a figure, with only its filter and the charts' voucher filter. */
  const openDetails = useCallback(
    (filter: ImprestFilter) =>
      change((old) => ({
        activeName: 'd',
        per_page: old.per_page,
        ...chartOf(old),
        voucher_categories: old.chart_vouchers,
        ...filter,
      })),
    [change],
  )
  return { charts, vouchers: charts.chart_vouchers ?? NONE, show, openDetails }
}
