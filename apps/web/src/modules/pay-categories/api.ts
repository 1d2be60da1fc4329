import type { PayCategory, PayCategoryList } from '@pianzhang/contract/pay-categories'
import { type Answer, api } from '../../platform/api.ts'
import { listIfGone, listQuery } from '../../platform/list.ts'
import { resourceChanged } from '../../platform/refresh.ts'
import { listParams, type PayCategorySearch } from './search.ts'

const BASE = '/api/manager/pay_categories'
const KEY = 'pay_categories'

const at = (id: string): string => `${BASE}/${encodeURIComponent(id)}`

export const payCategoryListQuery = (search: PayCategorySearch, size: number) => {
  const params = listParams(search, size)
  return listQuery(
    KEY,
    params,
    async (options) => (await api.get<PayCategoryList>(BASE, params, options)).data,
  )
}

/** One type as it is now; undefined: deleted meanwhile. The API has no call for one alone. */
export async function latestPayCategory(id: string): Promise<PayCategory | undefined> {
  const { data } = await api.get<PayCategoryList>(BASE, { per_page: 1000 })
  return data.items.find((one) => one.id === id)
}

/** What is wrong with the name (422) and a colleague's save (409) are the dialog's own to show. */
const handled = [409, 422]

export const createPayCategory = (body: object, idempotencyKey: string): Promise<Answer<PayCategory>> =>
  api.post<PayCategory>(BASE, body, { idempotencyKey, handled })
export const updatePayCategory = (id: string, body: object): Promise<Answer<PayCategory>> =>
  api.put<PayCategory>(at(id), body, { handled }).catch(listIfGone(KEY))
export const removePayCategory = (id: string) => api.delete(at(id)).catch(listIfGone(KEY))

/** After a write: the list, and what shows a type by its name. */
export const payCategoriesChanged = (): Promise<void> => resourceChanged('pay_category')
