import { getRouteApi } from '@tanstack/react-router'
<<<<<<< HEAD
import { LedgerPage, tabReady } from '../../ui/LedgerPage.tsx'
import { lazyPage, lightPage } from '../../ui/lazy.tsx'
import { totalQuery } from './api.ts'
import { receiptSearch, tabs } from './search.ts'

const PAGE = {
  title: '收款',
  route: getRouteApi('/in-project/implement/investment'),
  list: receiptSearch,
  tabs,
  total: totalQuery,
  Statistics: lazyPage(() => import('./StatisticsTab.tsx')),
  Details: lightPage(() => import('./DetailTab.tsx')),
}

export const ready: () => Promise<void> = tabReady(PAGE)
=======
import { LedgerPage, readyTab } from '../../ui/LedgerPage.tsx'
import { lightPage } from '../../ui/lazy.tsx'
import { totalQuery } from './api.ts'
import { receiptSearch, tabs } from './search.ts'

const Details = lightPage(() => import('./DetailTab.tsx'))
const Statistics = lightPage(() => import('./StatisticsTab.tsx'))
export const ready = readyTab(receiptSearch, tabs, { Statistics, Details })

const route = getRouteApi('/in-project/implement/investment')
>>>>>>> g/start

/** 收款: its statistics and its list. */
export default () => <LedgerPage {...PAGE} />
