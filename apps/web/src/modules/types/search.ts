import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'

/** URL parameters of a types page. `name`: name of the list. */
export const typeSearch = (name: string) => listSearch({ name, filters: { keywords: addressText } })
