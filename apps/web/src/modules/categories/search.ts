import { addressText } from '../../platform/address/address.ts'
import { listSearch } from '../../platform/address/listSearch.ts'

/** What the address of a types page may say; `name`: of the list. */
export const categorySearch = (name: string) => listSearch({ name, filters: { keywords: addressText } })
