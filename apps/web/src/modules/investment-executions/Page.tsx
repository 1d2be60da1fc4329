import { getRouteApi } from '@tanstack/react-router'
import { LedgerPage } from '../../ui/LedgerPage.tsx'
import { lazyPage } from '../../ui/lazy.tsx'
import { totalQuery } from './api.ts'
import { receiptSearch, tabs } from './search.ts'

const Details = lazyPage(() => import('./DetailTab.tsx'))
const Statistics = lazyPage(() => import('./StatisticsTab.tsx'))
const route = getRouteApi('/in-project/implement/investment')

/** 收款: its statistics and its list. */
export default () => (
  <LedgerPage
    title="收款"
    route={route}
    list={receiptSearch}
    tabs={tabs}
    total={totalQuery}
    Statistics={Statistics}
    Details={Details}
  />
)
