import { getRouteApi } from '@tanstack/react-router'
import { lightPage } from '../../ui/code/lazy.tsx'
import { LedgerPage, tabReady } from '../../ui/page/LedgerPage.tsx'
import { totalQuery } from './api.ts'
import { lockReady } from './lock.tsx'
import { budgetSearch, tabs } from './search.ts'

const PAGE = {
  title: '费用预算',
  route: getRouteApi('/in-project/budget/cost'),
  list: budgetSearch,
  tabs,
  total: totalQuery,
  Statistics: lightPage(() => import('./statistics/StatisticsTab.tsx')),
  Details: lightPage(() => import('./DetailTab.tsx')),
}

const ofTab = tabReady(PAGE)
export async function ready(): Promise<void> {
  await Promise.all([ofTab(), lockReady()])
}

/** 费用预算: its statistics and its list. */
export default () => <LedgerPage {...PAGE} />
