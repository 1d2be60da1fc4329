import type { PayCategory, PayCategoryList } from '@pianzhang/contract/pay-categories'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, ApiError, api } from '../../app/api.ts'
import { queryClient } from '../../app/query.ts'
import { listParams, type PayCategorySearch } from './search.ts'

const BASE = '/api/manager/pay_categories'
const KEY = 'pay_categories'
const GONE = 404

const at = (id: string): string => `${BASE}/${encodeURIComponent(id)}`

export const payCategoryListQuery = (search: PayCategorySearch, size: number) => {
  const params = listParams(search, size)
  const queryKey = [KEY, 'list', params]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // Without rows the page says what went wrong; over older ones in sight nobody would.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return (await api.get<PayCategoryList>(BASE, params, { signal, handled })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** One type as it is now; undefined: deleted meanwhile. The API has no call for one alone. */
export async function latestPayCategory(id: string): Promise<PayCategory | undefined> {
  const { data } = await api.get<PayCategoryList>(BASE, { per_page: 1000 })
  return data.items.find((one) => one.id === id)
}

/** A colleague was faster: the list must not go on showing what is not there. */
function listIfGone(error: unknown): never {
  if (error instanceof ApiError && error.code === GONE)
    void queryClient.invalidateQueries({ queryKey: [KEY] })
  throw error
}

/** What is wrong with the name (422) and a colleague's save (409) are the dialog's own to show. */
const handled = [409, 422]

export const createPayCategory = (body: object, idempotencyKey: string): Promise<Answer<PayCategory>> =>
  api.post<PayCategory>(BASE, body, { idempotencyKey, handled })
export const updatePayCategory = (id: string, body: object): Promise<Answer<PayCategory>> =>
  api.put<PayCategory>(at(id), body, { handled }).catch(listIfGone)
export const removePayCategory = (id: string) => api.delete(at(id)).catch(listIfGone)

/** After a write: the list, the select, and the payments, which show a type by its name. */
export async function payCategoriesChanged(): Promise<void> {
  await Promise.all(
    [[KEY], ['selects', 'pay_categories'], ['cost_executions']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
