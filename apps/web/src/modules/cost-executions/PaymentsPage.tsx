import { fenOf } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { Tab } from '../../platform/ledgerTabs.ts'
import { parseSearch } from '../../platform/search.ts'
import { useAddress } from '../../platform/useAddress.ts'
import { lazyPage, lightPage } from '../../ui/lazy.tsx'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { chosen, known, paymentSearch, tabOf } from './search.ts'
import { totalQuery } from './statistics/api.ts'

// Neither tab waits for what only the other one needs: the table, ECharts.
const DetailTab = lightPage(async () => ({ default: (await import('./DetailTab.tsx')).DetailTab }))
const StatisticsTab = lazyPage(async () => ({
  default: (await import('./statistics/StatisticsTab.tsx')).StatisticsTab,
}))

/** Its tab is fetched before the page is drawn: a suspended one would show up 300 ms later, for React reveals no sooner. */
export const ready = () =>
  (known(paymentSearch.parse(parseSearch(location.search))) === 'second'
    ? DetailTab
    : StatisticsTab
  ).preload()

const route = getRouteApi('/in-project/implement/cost')
const TABS = [
  { key: 'first', text: '统计' },
  { key: 'second', text: '明细' },
] as const
/** 付款: its statistics and its list. */
export default function PaymentsPage() {
  const { search, change } = useAddress(route, paymentSearch)
  const named = known(search)
  const { data: total } = useQuery({ ...totalQuery([]), enabled: named === null })
  // There is nothing to show statistics of.
  const empty = named === null && total !== undefined && fenOf(total) === 0n
  // Settled in the address: a filter that named the tab may be cleared, a colleague's first payment come, and the tab must stay.
  const settled = search.activeName ? null : (tabOf(search) ?? (empty ? 'second' : null))
  useEffect(() => {
    if (settled) change((old) => ({ ...old, activeName: settled }), { replace: true })
  }, [settled, change])
  useEffect(() => () => chosen.set(null), [])

  const active = named ?? (empty ? 'second' : 'first')
  const choose = (activeName: Tab) => {
    chosen.set(activeName)
    if (search.activeName !== activeName) change((old) => ({ ...old, activeName }))
  }
  const [opened] = useState(active)
  const [switched, setSwitched] = useState(false)
  if (!switched && active !== opened) setSwitched(true)
  const tabs = (
    <PageTabs label="付款" tabs={TABS} active={active} onChange={choose} takesFocus={switched && !empty} />
  )
  return (
    <Suspense
      fallback={
        <>
          <PageHead title="付款" tabs={tabs} />
          {/* What the tabs say that they control. */}
          <PageBody tab={active}>{null}</PageBody>
        </>
      }
    >
      {active === 'first' ? <StatisticsTab tabs={tabs} /> : <DetailTab tabs={tabs} />}
    </Suspense>
  )
}
