import { missingInvoiceApi } from '@pianzhang/contract/api/features'
import type { Model } from '@pianzhang/contract/permissions'
import { type Query, queryOptions } from '@tanstack/react-query'
import { ApiError, read } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/query.ts'

// Every page's menu shows the count. This file keeps it out of api.ts, whose imports (tables, filters, spreadsheets: 38 KB) every page would load.

export const KEY = 'missing_invoices'
export const PAYERS_KEY = `${KEY}_payers`

const MODELS: readonly Model[] = ['missing_invoice', 'cost_execution', 'invoice', 'pay_category', 'payee']
/** A list that is computed anew answers 503 and says when to ask again. */
const refetchInterval = ({ state: { error } }: Query) =>
  error instanceof ApiError && error.retryAfter !== undefined ? error.retryAfter * 1000 : false
for (const key of [KEY, PAYERS_KEY])
  queryClient.setQueryDefaults([key], { meta: { shows: MODELS }, refetchInterval })

export const countsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: ({ signal }) => read(missingInvoiceApi.counts, { signal, handled: true }),
})
