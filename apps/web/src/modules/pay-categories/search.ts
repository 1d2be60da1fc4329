import { addressText } from '../../platform/address.ts'
import { listSearch, type SearchOf } from '../../platform/listSearch.ts'

/** What the address of the payment types page may say. */
export const payCategorySearch = listSearch({ name: 'pay_categories', filters: { keywords: addressText } })
export type PayCategorySearch = SearchOf<typeof payCategorySearch>
