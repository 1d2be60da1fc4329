import { paymentApi } from '@pianzhang/contract/api/books'
import { getRouteApi } from '@tanstack/react-router'
import { lightPage } from '../../ui/code/lazy.tsx'
import { LedgerPage, tabReady } from '../../ui/page/LedgerPage.tsx'
import { charts } from './api.ts'
import { paymentSearch, tabs } from './search.ts'

const PAGE = {
  title: '付款',
  route: getRouteApi('/in-project/implement/cost'),
  list: paymentSearch,
  tabs,
  total: charts.total(paymentApi.total_amount, { voucher_categories: [] }),
  Statistics: lightPage(async () => ({
    default: (await import('./statistics/StatisticsTab.tsx')).StatisticsTab,
  })),
  Details: lightPage(async () => ({ default: (await import('./DetailTab.tsx')).DetailTab })),
}

export const ready: () => Promise<void> = tabReady(PAGE)

/** 付款: tabs for statistics and the list. */
export default () => <LedgerPage {...PAGE} />
