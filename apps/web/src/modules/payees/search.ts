import type { PayeeFilters } from '@pianzhang/contract/payees'
import { z } from 'zod'
import { addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const flag = z.enum(['0', '1']).optional().catch(undefined)
const filters = {
  keywords: addressText,
  kinds: addressList,
  account_changed: flag,
  without_account: flag,
  codes: addressList,
}
filters satisfies Record<keyof PayeeFilters, z.ZodType>

/** URL parameters of the payees page. */
export const payeeSearch = listSearch({ name: 'payees', filters })
export type PayeeFilter = FilterOf<typeof payeeSearch>
