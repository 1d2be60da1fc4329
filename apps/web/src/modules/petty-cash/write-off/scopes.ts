import type { Params } from '../../../platform/address/listSearch.ts'
import { count } from '../../../ui/count.ts'
import type { PettyCashFilter } from '../search.ts'

export type ScopeName = 'selected' | 'filter' | 'all'
/** Details that a write-off may take, as a filter of the API and of the address. */
export interface Scope {
  name: ScopeName
  /** 所选 5 条 */
  label: string
  params: Params
  filter: PettyCashFilter
}

/** Codes that an address takes. */
const MOST_CODES = 200

/** What 核销 may take now, the narrowest first: the ticked rows, what the list's filter matches, all of the project. */
export function scopesOf(
  codes: readonly string[],
  listed: Pick<Scope, 'params' | 'filter'> | null,
): readonly [Scope, ...Scope[]] {
  const all: Scope = { name: 'all', label: '全项目', params: {}, filter: {} }
  const filtered: Scope[] = listed ? [{ name: 'filter', label: '当前筛选', ...listed }] : []
  const filter = codes.length <= MOST_CODES ? { codes: [...codes] } : {}
  const selected: Scope = {
    name: 'selected',
    label: `所选 ${count(codes.length)} 条`,
    params: { codes },
    filter,
  }
  if (codes.length > 0) return [selected, ...filtered, all]
  const [first = all] = filtered
  return first === all ? [all] : [first, all]
}
