import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { PageTabs } from '../../ui/page/PageTabs.tsx'
import { lastTab, overviewSearch, tabOf } from './search.ts'

const route = getRouteApi('/in-project/general/index')
const TABS = [
  { key: 'first', text: '项目数据' },
  { key: 'second', text: '项目信息' },
] as const
const Data = lightPage(() => import('./figures/DataTab.tsx'))
const Info = lightPage(() => import('./InfoTab.tsx'))

export const ready = (): Promise<void> =>
  (tabOf(overviewSearch.parse(parseSearch(location.search))) === 'second' ? Info : Data).preload()

/** 项目总览: where the money of a project is, and what the project is. */
export default function OverviewPage() {
  const { search, change } = useAddress(route, overviewSearch)
  const active = tabOf(search)
  const [opened] = useState(active)
  useEffect(() => () => lastTab.set(null), [])
  const tabs = (
    <PageTabs
      label="项目总览"
      tabs={TABS}
      active={active}
      onChange={(activeName) => {
        lastTab.set(activeName)
        change((old) => ({ ...old, activeName }))
      }}
      takesFocus={active !== opened}
    />
  )
  return (
    <Suspense
      fallback={
        <>
          <PageHead title="项目总览" tabs={tabs} />
          {/* Target of the tabs' `aria-controls`. */}
          <PageBody tab={active}>{null}</PageBody>
        </>
      }
    >
      {active === 'first' ? <Data tabs={tabs} /> : <Info tabs={tabs} />}
    </Suspense>
  )
}
