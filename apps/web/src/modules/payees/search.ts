import type { PayeeFilters } from '@pianzhang/contract/payees'
import type { z } from 'zod'
import { addressFlag, addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  kinds: addressList,
  account_changed: addressFlag,
  without_account: addressFlag,
  codes: addressList,
}
filters satisfies Record<keyof PayeeFilters, z.ZodType>

/** URL parameters of the payees page. */
export const payeeSearch = listSearch({ name: 'payees', filters })
export type PayeeFilter = FilterOf<typeof payeeSearch>
