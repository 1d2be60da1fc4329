import { getRouteApi } from '@tanstack/react-router'
import { LedgerPage } from '../../ui/LedgerPage.tsx'
import { lazyPage } from '../../ui/lazy.tsx'
import { charts } from './api.ts'
import { paymentSearch, tabs } from './search.ts'

const Details = lazyPage(async () => ({ default: (await import('./DetailTab.tsx')).DetailTab }))
const Statistics = lazyPage(async () => ({
  default: (await import('./statistics/StatisticsTab.tsx')).StatisticsTab,
}))
const route = getRouteApi('/in-project/implement/cost')
const TOTAL = charts.total({ voucher_categories: [] })

/** 付款: its statistics and its list. */
export default function PaymentsPage() {
  return (
    <LedgerPage
      title="付款"
      route={route}
      list={paymentSearch}
      tabs={tabs}
      total={TOTAL}
      Statistics={Statistics}
      Details={Details}
    />
  )
}
