import type { Forecast } from '@pianzhang/contract/payables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../platform/api/api.ts'
import { shows } from '../../../platform/changes/refresh.ts'
import { fileOf } from '../../../platform/ledger/charts.ts'
import { queryClient } from '../../../platform/query.ts'

const PATH = '/api/manager/payables/forecast'
const KEY = 'forecast'
shows([KEY], 'payable', 'contract', 'cost_execution', 'investment_execution', 'imprest', 'labor_tax')

/** How many weeks may be chosen. */
export const WEEKS = [12, 26, 52] as const
export const DEFAULT_WEEKS = 12

const search = z.object({
  /** Without it twelve. */
  weeks: z.coerce
    .number()
    .pipe(z.union([z.literal(26), z.literal(52)]))
    .optional()
    .catch(undefined),
  /** Whether overdue receivables count. */
  overdue_in: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** Without it as a chart. */
  view: z.enum(['table']).optional().catch(undefined),
})
/** URL parameters of the page. */
export const forecastSearch = { parse: (raw: object) => search.parse(raw) }

export const forecastQuery = (weeks: number, overdue_in?: '1') =>
  queryOptions({
    queryKey: [KEY, weeks, overdue_in],
    queryFn: async ({ signal }) => {
      // A first load's failure is shown in place of the content; a failed reload keeps it, so it is reported as a toast.
      const handled = queryClient.getQueryData([KEY, weeks, overdue_in]) === undefined || []
      return (await api.get<Forecast>(PATH, { weeks, overdue_in }, { signal, handled })).data
    },
    placeholderData: keepPreviousData,
  })

/** URL of the spreadsheet. */
export const forecastFile = async (weeks: number, overdue_in?: '1'): Promise<string | undefined> =>
  fileOf(await api.ask(`${PATH}/export`, { weeks, overdue_in }, { timeout: 30_000 }))

export function load(raw: object): void {
  const { weeks = DEFAULT_WEEKS, overdue_in } = forecastSearch.parse(raw)
  void queryClient.prefetchQuery(forecastQuery(weeks, overdue_in))
}
