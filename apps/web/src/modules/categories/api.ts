import type { Category, CategoryList } from '@pianzhang/contract/categories'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listIfGone, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { type CategorySearch, categorySearch } from './search.ts'

interface Kind {
  /** What the page calls one: 付款类型. */
  noun: string
  model: 'pay_category' | 'investment_category'
  /** In the API's path, in the keys of queries, and the name under which the list's size and columns are remembered. */
  list: string
}

/** The words and calls of one kind of types. */
export function categories({ noun, model, list }: Kind) {
  const base = `/api/manager/${list}`
  const at = (id: string): string => `${base}/${encodeURIComponent(id)}`
  shows([list], model)
  const search = categorySearch(list)
  const pageQuery = (asked: CategorySearch, size: number) => {
    const params = search.listParams(asked, size)
    return listQuery(
      list,
      params,
      async (options) => (await api.get<CategoryList>(base, params, options)).data,
    )
  }
  return {
    noun,
    model,
    search,
    listQuery: pageQuery,
    load: listLoader(search, pageQuery),
    /** One type as it is now; undefined: deleted meanwhile. The API has no call for one alone. */
    latest: async (id: string): Promise<Category | undefined> => {
      const { data } = await api.get<CategoryList>(base, { per_page: 1000 })
      return data.items.find((one) => one.id === id)
    },
    create: (body: object, idempotencyKey: string): Promise<Answer<Category>> =>
      api.post<Category>(base, body, { idempotencyKey, handled }),
    update: (id: string, body: object, idempotencyKey: string): Promise<Answer<Category>> =>
      api.put<Category>(at(id), body, { idempotencyKey, handled }).catch(listIfGone(list)),
    remove: (id: string) => api.delete(at(id)).catch(listIfGone(list)),
    /** After a write: the list, and what shows a type by its name. */
    changed: (): Promise<void> => resourceChanged(model),
  }
}

export type Categories = ReturnType<typeof categories>
