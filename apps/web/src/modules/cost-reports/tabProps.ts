import type { ReactNode } from 'react'
import type { CostReportSearch } from './search.ts'

/** Props of each tab of the page. */
export interface TabProps {
  tabs: ReactNode
  search: CostReportSearch
  change: (
    next: (old: CostReportSearch) => CostReportSearch,
    how?: { replace?: boolean; resetScroll?: boolean },
  ) => void
}
