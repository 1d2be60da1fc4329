import { getRouteApi } from '@tanstack/react-router'
import { parseSearch } from '../../platform/address/search.ts'
import { useAddress } from '../../platform/address/useAddress.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import { TabbedPage } from '../../ui/page/TabbedPage.tsx'
import { costReportSearch, type Tab, tabOf } from './search.ts'
import type { TabProps } from './tabProps.ts'

const route = getRouteApi('/in-project/report/cost')
const TABS = [
  { key: 'report', text: '成本报表' },
  { key: 'daily', text: '每日支出' },
  { key: 'reports', text: '历次报告' },
] as const satisfies readonly { key: Tab; text: string }[]
const PARTS = {
  report: lightPage<TabProps>(() => import('./report/ReportTab.tsx')),
  daily: lightPage<TabProps>(() => import('./daily/DailyTab.tsx')),
  reports: lightPage<TabProps>(() => import('./issued/IssuedTab.tsx')),
}

export const ready = (): Promise<void> =>
  PARTS[tabOf(costReportSearch.parse(parseSearch(location.search)))].preload()

/** 成本报表: where each subject will end, what each day costs, and what was reported. */
export default function CostReportPage() {
  const { search, change } = useAddress(route, costReportSearch)
  const active = tabOf(search)
  const Part = PARTS[active]
  return (
    <TabbedPage
      title="报表"
      tabs={TABS}
      active={active}
      onChange={(key) =>
        change(
          (old) =>
            ({ as_of: old.as_of, sort: old.sort, ...(key !== 'report' && { tab: key }) }) as typeof old,
        )
      }
    >
      {(tabs) => <Part tabs={tabs} search={search} change={change} />}
    </TabbedPage>
  )
}
