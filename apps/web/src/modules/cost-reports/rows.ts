import type { CostReportSums } from '@pianzhang/contract/cost-report'
import type { ReportRow } from './columns.tsx'

/** A row below the subjects: contracts without a subject, the total. */
export const footRow = (code: string, name: string, sums: CostReportSums): ReportRow => ({
  ...sums,
  code,
  out_code: '',
  name,
  level: -1,
  parent_code: null,
  has_children: false,
  estimate: null,
})
