import { getRouteApi } from '@tanstack/react-router'
import { lightPage } from '../../ui/code/lazy.tsx'
import { LedgerPage, tabReady } from '../../ui/page/LedgerPage.tsx'
import { totalQuery } from './api.ts'
import { receiptSearch, tabs } from './search.ts'

const PAGE = {
  title: '收款',
  route: getRouteApi('/in-project/implement/investment'),
  list: receiptSearch,
  tabs,
  total: totalQuery,
  Statistics: lightPage(() => import('./StatisticsTab.tsx')),
  Details: lightPage(() => import('./DetailTab.tsx')),
}

export const ready: () => Promise<void> = tabReady(PAGE)

/** 收款: its statistics and its list. */
export default () => <LedgerPage {...PAGE} />
