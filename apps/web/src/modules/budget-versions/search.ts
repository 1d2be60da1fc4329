import type { BudgetMoveFilters, BudgetVersionFilters } from '@pianzhang/contract/budget-versions'
import type { z } from 'zod'
import {
  addressDay,
  addressFlag,
  addressList,
  addressOne,
  addressText,
} from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const kept = {
  /** Without it 预算版本. */
  tab: addressOne(['moves', 'compare']),
  /** What is compared with what: a version's code or `current`. */
  a: addressText,
  b: addressText,
  /** Only subjects that differ. */
  only: addressOne(['changed']),
}
const versionFilters = {
  keywords: addressText,
  start_locked_at: addressDay,
  end_locked_at: addressDay,
  locked: addressFlag,
}
versionFilters satisfies Record<keyof BudgetVersionFilters, z.ZodType>
const moveFilters = {
  keywords: addressText,
  start_moved_at: addressDay,
  end_moved_at: addressDay,
  from_codes: addressList,
  to_codes: addressList,
  version_codes: addressList,
}
moveFilters satisfies Record<keyof BudgetMoveFilters, z.ZodType>

/** URL parameters of the page; its two lists differ in their filters and in the page size that is remembered. */
export const versionSearch = listSearch({ name: 'budget_versions', filters: versionFilters, kept })
export const moveSearch = listSearch({ name: 'budget_moves', filters: moveFilters, kept })

export type VersionFilter = FilterOf<typeof versionSearch>
export type MoveFilter = FilterOf<typeof moveSearch>
export type Tab = 'versions' | 'moves' | 'compare'
/** Of the search of either list. */
export const tabOf = ({ tab }: Pick<SearchOf<typeof versionSearch>, 'tab'>): Tab => tab ?? 'versions'
