import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { TabbedPage } from '../../ui/page/TabbedPage.tsx'
import { pageSearch, type Tab, tabOf } from './search.ts'

export { load } from './api.ts'

const route = getRouteApi('/in-project/invoice/missing')
const TABS = [
  { key: 'payers', text: '按付款方' },
  { key: 'ages', text: '按账龄' },
] as const satisfies readonly { key: Tab; text: string }[]
const PARTS = {
  payers: lightPage<{ tabs: ReactNode }>(() => import('./payers/PayersTab.tsx')),
  ages: lightPage<{ tabs: ReactNode }>(() => import('./ages/AgesTab.tsx')),
}

export const ready = (): Promise<void> =>
  PARTS[tabOf(pageSearch.parse(parseSearch(location.search)))].preload()

/** 欠票: payment lines that lack an invoice, by payer and by age. */
export default function MissingInvoicesPage() {
  const { search, change } = useAddress(route, pageSearch)
  const active = tabOf(search)
  const Part = PARTS[active]
  return (
    <TabbedPage
      title="欠票"
      tabs={TABS}
      active={active}
      // The filters stay, the order and the page are those of one tab.
      onChange={(key) =>
        change(({ tab: _, ...filters }) => ({ ...filters, ...(key === 'ages' && { tab: key }) }))
      }
    >
      {(tabs) => <Part tabs={tabs} />}
    </TabbedPage>
  )
}
