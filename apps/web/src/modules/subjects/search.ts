import { z } from 'zod'
import { addressPage, addressSize, addressText } from '../../ui/address.ts'

/** The name under which size, columns and density of this list are remembered. */
export const LIST = 'subjects'

/** What the address of the subjects page may say; the names are the API's. */
export const subjectSearch = z.object({
  keywords: addressText,
  category: z.enum(['0', '1', '2']).optional().catch(undefined),
  page: addressPage,
  per_page: addressSize,
})

export type SubjectSearch = z.output<typeof subjectSearch>

/** The part of the address that filters. */
export type SubjectFilter = Pick<SubjectSearch, 'keywords' | 'category'>

export const filterOf = ({ keywords, category }: SubjectSearch): SubjectFilter => ({ keywords, category })

/** Then the list is flat. */
export const isFiltered = ({ keywords, category }: SubjectSearch): boolean =>
  keywords !== undefined || category !== undefined

/** What 重置 leaves. */
export const withoutFilters = ({ per_page }: SubjectSearch): SubjectSearch => ({ per_page })

/** `size` is what the person chose last; it counts when the address names none. */
export const listParams = (search: SubjectSearch, size: number) => ({
  ...filterOf(search),
  page: search.page ?? 1,
  per_page: search.per_page ?? size,
})
