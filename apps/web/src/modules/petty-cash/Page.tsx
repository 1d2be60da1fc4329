import { getRouteApi } from '@tanstack/react-router'
import { lightPage } from '../../ui/code/lazy.tsx'
import { LedgerPage, tabReady } from '../../ui/page/LedgerPage.tsx'
import { anythingQuery } from './api.ts'
import { pettyCashSearch, tabs } from './search.ts'

const PAGE = {
  title: '备用金',
  route: getRouteApi('/in-project/implement/cash'),
  list: pettyCashSearch,
  tabs,
  total: anythingQuery,
  Statistics: lightPage(() => import('./statistics/StatisticsTab.tsx')),
  Details: lightPage(() => import('./DetailTab.tsx')),
}

export const ready: () => Promise<void> = tabReady(PAGE)

/** 备用金: its statistics and its details. */
export default () => <LedgerPage {...PAGE} />
