import type { SubjectListQuery } from '@pianzhang/contract/subjects'
import type { z } from 'zod'
import { addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  category: addressOne(['0', '1', '2']),
}
filters satisfies Record<Exclude<keyof SubjectListQuery, 'page' | 'per_page'>, z.ZodType>

/** Value of `open` if every branch of the tree is open. */
export const ALL = 'all'

/** URL parameters of the subjects page. With a filter the list is flat. `open`: numbers of the subjects whose children are shown. */
export const subjectSearch = listSearch({ name: 'subjects', filters, kept: { open: addressList } })
export const { filterOf, isFiltered } = subjectSearch

export type SubjectSearch = SearchOf<typeof subjectSearch>
export type SubjectFilter = FilterOf<typeof subjectSearch>
