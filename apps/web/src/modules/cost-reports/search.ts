import { z } from 'zod'
import { addressDay, addressPage, addressSize, addressText } from '../../platform/address/address.ts'

const search = z.object({
  /** Without it 成本报表. */
  tab: z.enum(['daily', 'reports']).optional().catch(undefined),
  /** The last day that counts; without it today. */
  as_of: addressDay,
  /** Siblings by number; without it the largest overrun comes first. */
  sort: z.enum(['number']).optional().catch(undefined),
  /** Subjects of level one as a chart; without it as a table. */
  view: z.enum(['chart']).optional().catch(undefined),
  /** An issued report. */
  report: addressText,
  /** Of 每日支出 and of 历次报告. */
  page: addressPage,
  per_page: addressSize,
})

/** URL parameters of the page. */
export const costReportSearch = { parse: (raw: object) => search.parse(raw) }
export type CostReportSearch = z.output<typeof search>
export type Tab = 'report' | 'daily' | 'reports'
export const tabOf = ({ tab }: CostReportSearch): Tab => tab ?? 'report'
