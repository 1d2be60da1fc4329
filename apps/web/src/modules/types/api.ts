import type { investmentTypeApi, paymentTypeApi } from '@pianzhang/contract/api/base'
import type { NamedType } from '@pianzhang/contract/types'
import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'
import { readAny } from '../../platform/api/api.ts'
import { recordsOf } from '../../platform/ledger/records.ts'

/** URL parameters of a types page. `name`: name of the list. */
const typeSearch = (name: string) => listSearch({ name, filters: { keywords: addressText } })

type Api = typeof paymentTypeApi | typeof investmentTypeApi

interface Kind<A extends Api> {
  /** Name of one record on the page: 付款类型. */
  noun: string
  model: 'pay_category' | 'investment_category'
  api: A
}

/** The words and calls of one kind of types. */
export function namedTypes<A extends Api>({ noun, model, api }: Kind<A>) {
  // Also the name under which the list's size and columns are remembered.
  const key = api.base.slice(1)
  const records = recordsOf(api, { key, model, list: typeSearch(key), shows: [model] })
  return {
    ...records,
    noun,
    /** The current version of one type, from the list: the API has no call for a single type. Undefined: deleted meanwhile. */
    latest: async (id: string): Promise<NamedType | undefined> =>
      (await readAny(api.list, { query: { per_page: 1000 } })).items.find((one) => one.id === id),
  }
}

export type NamedTypes = ReturnType<typeof namedTypes<Api>>
