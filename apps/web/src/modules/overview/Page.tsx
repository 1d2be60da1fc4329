import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { TabbedPage } from '../../ui/page/TabbedPage.tsx'
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
  useEffect(() => () => lastTab.set(null), [])
  return (
    <TabbedPage
      title="项目总览"
      tabs={TABS}
      active={active}
      onChange={(activeName) => {
        lastTab.set(activeName)
        change((old) => ({ ...old, activeName }))
      }}
    >
      {(tabs) => (active === 'first' ? <Data tabs={tabs} /> : <Info tabs={tabs} />)}
    </TabbedPage>
  )
}
