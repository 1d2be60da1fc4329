import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { Model } from '@pianzhang/contract/permissions'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import type { chartCalls } from '../../platform/ledger/charts.ts'
import type { LedgerTabs } from '../../platform/ledger/ledgerTabs.ts'
import { useCan } from '../../platform/session/session.ts'
import type { Figure } from '../../ui/chart/figures/figures.ts'
import { type ChartList, type ChartSearch, useCharts } from '../../ui/chart/useCharts.ts'

interface Ledger<S extends ChartSearch, K> {
  model: Model
  route: AddressRoute
  list: ChartList<S, K>
  tabs: LedgerTabs<S>
  calls: Pick<ReturnType<typeof chartCalls>, 'file' | 'reload'>
}

/** The charts of a ledger that books on subjects, which are filtered by voucher types. */
export function useExpenseCharts<S extends ChartSearch, K extends ChartSearch>({
  model,
  route,
  list,
  tabs,
  calls,
}: Ledger<S, K>) {
  const mayExport = useCan()(model, 'export')
  const { charts, vouchers, show, openDetails } = useCharts(route, list, tabs)
  return {
    charts,
    vouchers,
    show,
    openDetails,
    /** Filters by these voucher types. The same ones again reload the charts. */
    apply: (selected: string[]) => {
      if (selected.join() === vouchers.join()) calls.reload()
      show({ chart_vouchers: selected.length > 0 ? selected : undefined } as Partial<K>)
    },
    /** Exports a chart as it is filtered; undefined for people who may not. */
    exported: (chart: Endpoint, params: object = {}) =>
      mayExport ? () => calls.file(chart, { ...params, voucher_categories: vouchers }) : undefined,
    /** Opens the list behind a figure. */
    details: (filter: (key: string) => Partial<S>) => (figure: Figure) => openDetails(filter(figure.key)),
  }
}
