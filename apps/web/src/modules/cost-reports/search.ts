import type { IssuedReportFilters } from '@pianzhang/contract/cost-report'
import type { z } from 'zod'
import { addressDay, addressFlag, addressOne, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const kept = {
  /** Without it 成本报表. */
  tab: addressOne(['daily', 'reports']),
  /** The last day that counts; without it today. */
  as_of: addressDay,
  /** Siblings by number; without it the largest overrun comes first. */
  sort: addressOne(['number']),
  /** Subjects of level one as a chart; without it as a table. */
  view: addressOne(['chart']),
  /** An issued report. */
  report: addressText,
}
/** Of 历次报告. */
const filters = {
  start_as_of: addressDay,
  end_as_of: addressDay,
  automatic: addressFlag,
}
filters satisfies Record<keyof IssuedReportFilters, z.ZodType>

/** URL parameters of the page, and of its list of issued reports. Page and size are also those of 每日支出. */
export const costReportSearch = listSearch({ name: 'cost-reports', filters, kept })
export type CostReportSearch = SearchOf<typeof costReportSearch>
export type IssuedFilter = FilterOf<typeof costReportSearch>
export type Tab = 'report' | 'daily' | 'reports'
export const tabOf = ({ tab }: CostReportSearch): Tab => tab ?? 'report'
