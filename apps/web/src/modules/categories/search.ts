import { z } from 'zod'
import { addressPage, addressSize, addressText } from '../../ui/address.ts'

/** What the address of a types page may say; the names are the API's. */
export const categorySearch = z.object({ keywords: addressText, page: addressPage, per_page: addressSize })

export type CategorySearch = z.output<typeof categorySearch>

/** What 重置 leaves. */
export const withoutFilters = ({ per_page }: CategorySearch): CategorySearch => ({ per_page })

/** `size` is what the person chose last; it counts when the address names none. */
export const listParams = ({ keywords, page, per_page }: CategorySearch, size: number) => ({
  keywords,
  page: page ?? 1,
  per_page: per_page ?? size,
})
