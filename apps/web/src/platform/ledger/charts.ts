import type { TotalAmount } from '@pianzhang/contract/dashboard'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Params } from '../address/listSearch.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../query.ts'

/** URL of a spreadsheet; undefined where the server has none. */
export const fileOf = ({ data }: { data: { file_url?: string } }): string | undefined => data.file_url

/**
 * The calls of a ledger's charts. `base`: path of its API. `key`: first part of its query keys, so that a change of its records
 * reloads the charts.
 */
export function chartCalls(base: string, key: string) {
  const dashboard = [key, 'dashboard']

  /** No placeholder: totals of the previous filter must not be shown. */
  const figures = <T>(chart: string, params: Params = {}, path = `/dashboard/${chart}`) => {
    const queryKey = [...dashboard, chart, params]
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }) => {
        // A first load's failure is shown in the panel; a failed reload keeps the old figures, so it is reported as a
        // toast.
        const handled = queryClient.getQueryData(queryKey) === undefined || []
        return (await api.get<T>(`${base}${path}`, params, { signal, handled })).data
      },
    })
  }
  /** Keeps the previous filter's figures until the next ones are loaded. */
  const chart = <T>(name: string, params?: Params) => ({
    ...figures<T>(name, params),
    placeholderData: keepPreviousData<T>,
  })
  return {
    figures,
    chart,
    total: (params?: Params) => ({
      ...chart<TotalAmount>('total_amount', params),
      select: ({ total_amount }: TotalAmount): string => total_amount,
    }),
    file: async (name: string, params?: Params): Promise<string | undefined> =>
      fileOf(await api.get(`${base}/dashboard/${name}_export`, params, { timeout: 30_000 })),
    reload: (): void => void queryClient.invalidateQueries({ queryKey: dashboard }),
  }
}
