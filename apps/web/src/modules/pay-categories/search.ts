import { z } from 'zod'
import { addressPage, addressSize, addressText } from '../../ui/address.ts'

/** The name under which size, columns and density of this list are remembered. */
export const LIST = 'pay_categories'

/** What the address of the payment types page may say; the names are the API's. */
export const payCategorySearch = z.object({ keywords: addressText, page: addressPage, per_page: addressSize })

export type PayCategorySearch = z.output<typeof payCategorySearch>

/** What 重置 leaves. */
export const withoutFilters = ({ per_page }: PayCategorySearch): PayCategorySearch => ({ per_page })

/** `size` is what the person chose last; it counts when the address names none. */
export const listParams = ({ keywords, page, per_page }: PayCategorySearch, size: number) => ({
  keywords,
  page: page ?? 1,
  per_page: per_page ?? size,
})
