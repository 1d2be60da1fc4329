import type { PayableFilters } from '@pianzhang/contract/payables'
import type { z } from 'zod'
import { addressDay, addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  start_at: addressDay,
  end_at: addressDay,
  /** Without it what is to be paid; `in`: what is to be received. */
  direction: addressOne(['in']),
  bucket: addressOne(['overdue', 'today', 'week', 'month', 'later', 'waiting']),
  payee: addressText,
  payee_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof PayableFilters, 'order'>, z.ZodType>

/** URL parameters of the page. */
export const payableSearch = listSearch({
  name: 'payables',
  filters,
  kept: {
    /** Without it by due day. */
    order: addressOne(['payee']),
  },
})
export type PayableSearch = SearchOf<typeof payableSearch>
