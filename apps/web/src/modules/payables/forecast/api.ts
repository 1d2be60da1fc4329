import { payableApi } from '@pianzhang/contract/api/features'
import type { Forecast } from '@pianzhang/contract/payables'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { addressOne } from '../../../platform/address/address.ts'
import { shownQuery } from '../../../platform/api/shownQuery.ts'
import { shows } from '../../../platform/changes/refresh.ts'
import { exported } from '../../../platform/ledger/sheets.ts'
import { queryClient } from '../../../platform/query.ts'

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
  overdue_in: addressOne(['1']),
  /** Without it as a chart. */
  view: addressOne(['table']),
})
/** URL parameters of the page. */
export const forecastSearch = { parse: (raw: object) => search.parse(raw) }

export const forecastQuery = (weeks: number, overdue_in?: '1') => ({
  ...shownQuery([KEY, weeks, overdue_in], payableApi.forecast, { query: { weeks, overdue_in } }),
  placeholderData: keepPreviousData<Forecast>,
})

/** URL of the spreadsheet. */
export const forecastFile = (weeks: number, overdue_in?: '1') =>
  exported(payableApi.exportForecast, { weeks, overdue_in })

export function load(raw: object): void {
  const { weeks = DEFAULT_WEEKS, overdue_in } = forecastSearch.parse(raw)
  void queryClient.prefetchQuery(forecastQuery(weeks, overdue_in))
}
