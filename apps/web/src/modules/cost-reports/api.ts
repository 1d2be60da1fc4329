import { costReportApi, issuedReportApi, shootingDayApi } from '@pianzhang/contract/api/features'
import type { CostReport } from '@pianzhang/contract/cost-report'
import { keepPreviousData } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { shownQuery } from '../../platform/api/shownQuery.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listOf } from '../../platform/ledger/records.ts'
import { exported } from '../../platform/ledger/sheets.ts'
import { queryClient } from '../../platform/query.ts'
import { costReportSearch, tabOf } from './search.ts'

const KEY = 'cost_report'
shows(
  [KEY],
  'cost_report',
  'budget_version',
  'cost_budget',
  'cost_execution',
  'payment_request',
  'imprest',
  'contract',
  'labor_tax',
  'subject',
)

/** The report as of a day; with `subject_code` a subject of level one and all below it. */
export const reportQuery = (as_of: string | undefined, subject_code?: string) => ({
  ...shownQuery([KEY, 'report', { as_of, subject_code }], costReportApi.report, {
    query: { as_of, subject_code },
  }),
  ...(subject_code === undefined && { placeholderData: keepPreviousData<CostReport> }),
})
/** Subjects of all levels, for print. */
export const wholeQuery = (as_of: string | undefined) =>
  shownQuery([KEY, 'whole', { as_of }], costReportApi.report, { query: { as_of, whole: '1' } })
export const dailyQuery = shownQuery([KEY, 'daily'], costReportApi.daily)
export const shootingDaysQuery = shownQuery([KEY, 'shooting_days'], shootingDayApi.days)
export const issuedQuery = (code: string) =>
  shownQuery([KEY, 'issued', code], issuedReportApi.show, { params: { code } })
export const issuedReports = listOf(issuedReportApi, {
  key: `${KEY}_list`,
  list: costReportSearch,
  shows: ['cost_report'],
  shown: (search) => tabOf(search) === 'reports' && !search.report,
})

/** After a write: reloads what shows the report. */
export const reportChanged = (): Promise<void> => resourceChanged('cost_report')

/** After an estimate was saved below `top`, a subject of level one: reloads the report, but not the rows below other subjects, which stay the same. */
export const estimateChanged = (top: string): Promise<void> =>
  resourceChanged('cost_report', ({ queryKey: [key, kind, query] }) => {
    const below = key === KEY && kind === 'report' && (query as { subject_code?: string }).subject_code
    return Boolean(below) && below !== top
  })

/** URLs of spreadsheets. */
export const reportFile = (as_of: string) => exported(costReportApi.export, { as_of })
export const estimatesFile = () => exported(costReportApi.exportEstimates)
export const dailyFile = () => exported(costReportApi.exportDaily)
export const issuedFile = async (code: string): Promise<string> =>
  (await read(issuedReportApi.exportOne, { params: { code }, timeout: 30_000 })).file_url

export const issue = (as_of: string, idempotencyKey: string) =>
  call(issuedReportApi.issue, { body: { as_of }, idempotencyKey })
export const withdraw = (code: string) => call(issuedReportApi.withdraw, { params: { code } })
export const saveDays = (body: BodyOf<typeof shootingDayApi.save>, idempotencyKey: string) =>
  call(shootingDayApi.save, { body, idempotencyKey, handled: true })

export function load(raw: object): void {
  const search = costReportSearch.parse(raw)
  const tab = tabOf(search)
  if (tab === 'report') void queryClient.prefetchQuery(reportQuery(search.as_of))
  if (tab === 'daily') void queryClient.prefetchQuery(dailyQuery)
  if (tab === 'reports' && search.report) void queryClient.prefetchQuery(issuedQuery(search.report))
  issuedReports.load(raw)
}
