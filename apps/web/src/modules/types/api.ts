import type { NamedType, TypeList } from '@pianzhang/contract/types'
import { api } from '../../platform/api/api.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { typeSearch } from './search.ts'

interface Kind {
  /** Name of one record on the page: 付款类型. */
  noun: string
  model: 'pay_category' | 'investment_category'
  /** In the API's path, in the keys of queries, and the name under which the list's size and columns are remembered. */
  list: string
}

/** The words and calls of one kind of types. */
export function namedTypes({ noun, model, list }: Kind) {
  const records = recordsOf<NamedType, TypeList>()({
    base: `/api/manager/${list}`,
    key: list,
    model,
    list: typeSearch(list),
    shows: [model],
  })
  return {
    ...records,
    noun,
    /** The current version of one type, from the list: the API has no call for a single type. Undefined: deleted meanwhile. */
    latest: async (id: string): Promise<NamedType | undefined> => {
      const { data } = await api.get<TypeList>(records.base, { per_page: 1000 })
      return data.items.find((one) => one.id === id)
    },
  }
}

export type NamedTypes = ReturnType<typeof namedTypes>
