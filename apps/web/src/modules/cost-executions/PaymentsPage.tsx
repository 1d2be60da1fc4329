import { getRouteApi } from '@tanstack/react-router'
import { LedgerPage, readyTab } from '../../ui/LedgerPage.tsx'
import { lightPage } from '../../ui/lazy.tsx'
import { charts } from './api.ts'
import { paymentSearch, tabs } from './search.ts'

const Details = lightPage(async () => ({ default: (await import('./DetailTab.tsx')).DetailTab }))
const Statistics = lightPage(async () => ({
  default: (await import('./statistics/StatisticsTab.tsx')).StatisticsTab,
}))
export const ready = readyTab(paymentSearch, tabs, { Statistics, Details })

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
