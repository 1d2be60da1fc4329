import { useCallback, useMemo } from 'react'
import { type AddressRoute, useAddress } from '../../platform/address/useAddress.ts'
import type { LedgerTabs } from '../../platform/ledger/ledgerTabs.ts'

export interface ChartSearch {
  activeName?: string | undefined
  per_page?: number | undefined
  chart_vouchers?: string[] | undefined
}

/** The part of a ledger's `listSearch` that is used here. */
export interface ChartList<S, K> {
  parse: (raw: object) => S
  keptOf: (search: S) => K
}

const NONE: readonly string[] = []

/**
 * The charts' parameters in the URL, and navigation from the charts. `vouchers`: the voucher types by which the charts are filtered, in
 * ledgers that have this filter.
 */
export function useCharts<S extends ChartSearch, K extends ChartSearch>(
  route: AddressRoute,
  { parse, keptOf }: ChartList<S, K>,
  { names }: LedgerTabs<S>,
) {
  const { search, change } = useAddress(route, { parse })
  const charts = useMemo(() => keptOf(search), [keptOf, search])

  /** Puts the tab in the URL: otherwise it is inferred from the parameters, and clearing the filters could switch it. */
  const show = useCallback(
    (part: Partial<K>) =>
      change((old) => ({ ...old, ...part, activeName: names.first }), { resetScroll: false }),
    [change, names],
  )
  /** Opens the list behind a figure, filtered by this figure and by the charts' filter only. */
  const openDetails = useCallback(
    (filter: Partial<S>) =>
      change((old) => {
        const { per_page, chart_vouchers } = old
        const kept = { per_page, ...keptOf(old), activeName: names.second }
        return {
          ...kept,
          ...(chart_vouchers && { voucher_categories: chart_vouchers }),
          ...filter,
        } as unknown as S
      }),
    [change, keptOf, names],
  )
  return { charts, vouchers: charts.chart_vouchers ?? NONE, show, openDetails }
}
