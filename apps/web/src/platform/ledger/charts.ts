import { chartFile } from '@pianzhang/contract/api/ledger'
import type { TotalAmount, totalAmount } from '@pianzhang/contract/dashboard'
import type { Endpoint } from '@pianzhang/contract/endpoint'
import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Params } from '../address/listSearch.ts'
import { readAny } from '../api/api.ts'
import type { AnswerOf } from '../api/endpoint.ts'
import { shownAny } from '../api/shownQuery.ts'
import { queryClient } from '../query.ts'

/** The calls of a ledger's charts. `key`: first part of its query keys, so that a change of its records reloads the charts. */
export function chartCalls(key: string) {
  const dashboard = [key, 'dashboard']

  /** No placeholder: totals of the previous filter must not be shown. */
  const figures = <E extends Endpoint>(endpoint: E, query: Params = {}) =>
    shownAny([...dashboard, endpoint.path, query], endpoint, { query })
  /** Keeps the previous filter's figures until the next ones are loaded. */
  const chart = <E extends Endpoint>(endpoint: E, query?: Params) => ({
    ...figures(endpoint, query),
    placeholderData: keepPreviousData<AnswerOf<E>>,
  })
  return {
    figures,
    chart,
    total: (
      endpoint: Endpoint<string, { query: z.ZodType; answer: typeof totalAmount }>,
      query?: Params,
    ) => ({
      ...chart(endpoint, query),
      select: ({ total_amount }: TotalAmount): string => total_amount,
    }),
    /** URL of the spreadsheet of a chart. */
    file: async (endpoint: Endpoint, query: Params = {}): Promise<string> =>
      (await readAny(chartFile(endpoint), { query, timeout: 30_000 })).file_url,
    reload: (): void => void queryClient.invalidateQueries({ queryKey: dashboard }),
  }
}
