import { getRouteApi } from '@tanstack/react-router'
import { LedgerPage, readyTab } from '../../ui/LedgerPage.tsx'
import { lightPage } from '../../ui/lazy.tsx'
import { totalQuery } from './api.ts'
import { receiptSearch, tabs } from './search.ts'

const Details = lightPage(() => import('./DetailTab.tsx'))
const Statistics = lightPage(() => import('./StatisticsTab.tsx'))
export const ready = readyTab(receiptSearch, tabs, { Statistics, Details })

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
