import type { SubjectListQuery } from '@pianzhang/contract/subjects'
import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  category: z.enum(['0', '1', '2']).optional().catch(undefined),
}
filters satisfies Record<Exclude<keyof SubjectListQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of the subjects page. With a filter the list is flat. */
export const subjectSearch = listSearch({ name: 'subjects', filters })
export const { filterOf, isFiltered } = subjectSearch

export type SubjectSearch = SearchOf<typeof subjectSearch>
export type SubjectFilter = FilterOf<typeof subjectSearch>
