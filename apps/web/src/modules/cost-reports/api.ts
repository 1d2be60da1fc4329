import type {
  CostReport,
  DailyCosts,
  IssuedReport,
  IssuedReportDetail,
  IssuedReportList,
  ShootingDays,
} from '@pianzhang/contract/cost-report'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { fileOf } from '../../platform/ledger/charts.ts'
import { listOf } from '../../platform/ledger/records.ts'
import { queryClient } from '../../platform/query.ts'
import { costReportSearch, tabOf } from './search.ts'

export const BASE = '/api/manager/cost_report'
export const ISSUED = '/api/manager/cost_reports'
const DAYS = '/api/manager/shooting_days'
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

const partQuery = <T>(queryKey: readonly unknown[], path: string, query: Query = {}) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // A first load's failure is shown in place of the content; a failed reload keeps it, so it is reported as a toast.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return (await api.get<T>(path, query, { signal, handled })).data
    },
  })

/** The report as of a day; with `subject_code` a subject of level one and all below it. */
export const reportQuery = (as_of: string | undefined, subject_code?: string) => ({
  ...partQuery<CostReport>([KEY, 'report', { as_of, subject_code }], BASE, { as_of, subject_code }),
  ...(subject_code === undefined && { placeholderData: keepPreviousData<CostReport> }),
})
/** Subjects of all levels, for print. */
export const wholeQuery = (as_of: string | undefined) =>
  partQuery<CostReport>([KEY, 'whole', { as_of }], BASE, { as_of, whole: '1' })
export const dailyQuery = partQuery<DailyCosts>([KEY, 'daily'], `${BASE}/daily`)
export const shootingDaysQuery = partQuery<ShootingDays>([KEY, 'shooting_days'], DAYS)
export const issuedQuery = (code: string) =>
  partQuery<IssuedReportDetail>([KEY, 'issued', code], `${ISSUED}/${encodeURIComponent(code)}`)
export const issuedReports = listOf<IssuedReportList>()({
  base: ISSUED,
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

const file = async (path: string, body: object = {}): Promise<string | undefined> =>
  fileOf(await api.ask(path, body, { timeout: 30_000 }))
/** URLs of spreadsheets. */
export const reportFile = (as_of: string) => file(`${BASE}/export`, { as_of })
export const estimatesFile = () => file(`${BASE}/estimates/export`)
export const dailyFile = () => file(`${BASE}/daily/export`)
export const issuedFile = (code: string) => file(`${ISSUED}/${encodeURIComponent(code)}/export`)

export const issue = (as_of: string, idempotencyKey: string) =>
  api.post<IssuedReport>(ISSUED, { as_of }, { idempotencyKey })
export const withdraw = (code: string) => api.delete(`${ISSUED}/${encodeURIComponent(code)}`)
export const saveDays = (body: object, idempotencyKey: string) =>
  api.put<ShootingDays>(DAYS, body, { idempotencyKey, handled: true })

export function load(raw: object): void {
  const search = costReportSearch.parse(raw)
  const tab = tabOf(search)
  if (tab === 'report') void queryClient.prefetchQuery(reportQuery(search.as_of))
  if (tab === 'daily') void queryClient.prefetchQuery(dailyQuery)
  if (tab === 'reports' && search.report) void queryClient.prefetchQuery(issuedQuery(search.report))
  issuedReports.load(raw)
}
