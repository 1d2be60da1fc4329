import { addressText } from '../../platform/address.ts'
import { listSearch, type SearchOf } from '../../platform/listSearch.ts'

/** What the address of a types page may say; `name`: of the list. */
export const categorySearch = (name: string) => listSearch({ name, filters: { keywords: addressText } })
export type CategorySearch = SearchOf<ReturnType<typeof categorySearch>>
