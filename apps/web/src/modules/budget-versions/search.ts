import { z } from 'zod'
import { addressText } from '../../platform/address/address.ts'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const kept = {
  /** Without it 预算版本. */
  tab: z.enum(['moves', 'compare']).optional().catch(undefined),
  /** What is compared with what: a version's code or `current`. */
  a: addressText,
  b: addressText,
  /** Only subjects that differ. */
  only: z.enum(['changed']).optional().catch(undefined),
}
/** URL parameters of the page; its two lists differ in the page size that is remembered. */
export const versionSearch = listSearch({ name: 'budget_versions', filters: {}, kept })
export const moveSearch = listSearch({ name: 'budget_moves', filters: {}, kept })

export type VersionSearch = SearchOf<typeof versionSearch>
export type Tab = 'versions' | 'moves' | 'compare'
export const tabOf = ({ tab }: VersionSearch): Tab => (tab as 'moves' | 'compare' | undefined) ?? 'versions'
