import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { TabbedPage } from '../../ui/page/TabbedPage.tsx'
import { pageSearch, type Tab, tabOf } from './search.ts'

export { load } from './api.ts'

const route = getRouteApi('/in-project/tax/labor')
const TABS = [
  { key: 'fees', text: '劳务计税' },
  { key: 'people', text: '当月汇总' },
  { key: 'due', text: '应缴税款' },
] as const satisfies readonly { key: Tab; text: string }[]
const PARTS = {
  fees: lightPage<{ tabs: ReactNode }>(() => import('./fees/FeesTab.tsx')),
  people: lightPage<{ tabs: ReactNode }>(() => import('./people/PeopleTab.tsx')),
  due: lightPage<{ tabs: ReactNode }>(() => import('./due/DueTab.tsx')),
}

export const ready = (): Promise<void> =>
  PARTS[tabOf(pageSearch.parse(parseSearch(location.search)))].preload()

/** 劳务个税: what is withheld of the fees of natural persons, by month and person, and its remittance. */
export default function FeePage() {
  const { search, change } = useAddress(route, pageSearch)
  const active = tabOf(search)
  const Part = PARTS[active]
  return (
    <TabbedPage
      title="劳务个税"
      tabs={TABS}
      active={active}
      onChange={(key) => change(({ month }) => ({ month, ...(key !== 'fees' && { tab: key }) }))}
    >
      {(tabs) => <Part tabs={tabs} />}
    </TabbedPage>
  )
}
