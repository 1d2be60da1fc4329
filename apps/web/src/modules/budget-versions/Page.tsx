import { getRouteApi } from '@tanstack/react-router'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { TabbedPage } from '../../ui/page/TabbedPage.tsx'
import { type Tab, tabOf, versionSearch } from './search.ts'
import type { TabProps } from './tabProps.ts'

const route = getRouteApi('/in-project/budget/version')
const TITLE = '预算版本'
const TABS = [
  { key: 'versions', text: '预算版本' },
  { key: 'moves', text: '预算调剂' },
  { key: 'compare', text: '版本对比' },
] as const satisfies readonly { key: Tab; text: string }[]
const PARTS = {
  versions: lightPage<TabProps>(() => import('./versions/VersionsTab.tsx')),
  moves: lightPage<TabProps>(() => import('./moves/MovesTab.tsx')),
  compare: lightPage<TabProps>(() => import('./compare/CompareTab.tsx')),
}

export const ready = (): Promise<void> =>
  PARTS[tabOf(versionSearch.parse(parseSearch(location.search)))].preload()

/** 预算版本: what the budget was when it was locked, what was moved since, and how two versions differ. */
export default function BudgetVersionsPage() {
  const { search, change } = useAddress(route, versionSearch)
  const active = tabOf(search)
  const Part = PARTS[active]
  return (
    <TabbedPage
      title={TITLE}
      tabs={TABS}
      active={active}
      onChange={(key) =>
        change(({ a, b }) => ({ a, b, ...(key !== 'versions' && { tab: key }) }) as typeof search)
      }
    >
      {(tabs) => <Part title={TITLE} tabs={tabs} />}
    </TabbedPage>
  )
}
