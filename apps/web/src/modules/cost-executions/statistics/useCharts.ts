import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { type ChartSearch, chartOf, type PaymentFilter, paymentSearch } from '../search.ts'

const route = getRouteApi('/in-project/implement/cost')
const NONE: readonly string[] = []

/** What the address says of the charts, and the ways on from there. */
export function useCharts() {
  const { search, change } = useAddress(route, paymentSearch)
  const charts = useMemo(() => chartOf(search), [search])
  const vouchers = charts.chart_vouchers ?? NONE

  /** The tab is named from now on: a filter that leaves nothing must not switch to the other one. */
  const show = useCallback(
    (part: ChartSearch) =>
      change((old) => ({ ...old, ...part, activeName: 'first' }), { resetScroll: false }),
    [change],
  )
  /** The details behind a figure: the list with that filter alone, and the one that the charts have. */
  const openDetails = useCallback(
    (filter: PaymentFilter) =>
      change((old) => ({
        activeName: 'second',
        per_page: old.per_page,
        ...chartOf(old),
        voucher_categories: old.chart_vouchers,
        ...filter,
      })),
    [change],
  )
  return { charts, vouchers, show, openDetails }
}
