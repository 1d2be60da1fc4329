import { ORDER_STATUSES } from '@pianzhang/contract/orders'
import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const status = z
  .enum(ORDER_STATUSES.map(({ code }) => code))
  .optional()
  .catch(undefined)

/** URL parameters of the list of orders. */
export const orderSearch = listSearch({ name: 'orders', filters: { status, keywords: addressText } })

export type OrderSearch = SearchOf<typeof orderSearch>
export type OrderFilter = FilterOf<typeof orderSearch>
