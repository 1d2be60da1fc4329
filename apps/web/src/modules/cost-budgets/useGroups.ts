import type { CostBudget, CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { useMemo } from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { groupHeads } from '../../ui/table/GroupHead.tsx'
import type { Groups } from '../../ui/table/groups.ts'
import { FOLDED } from './api.ts'
import { type Depth, depthOf, foldedAt, pageOf, wholeWithHeads, withHeads } from './groups.ts'

interface List {
  data: CostBudgetList | undefined
  paging: { page: number; size: number }
  /** `replace`: without an entry of its own in the history. */
  goTo: (part: { page: number }, replace: boolean) => void
}

/** The groups of the list in its order by subject. What is folded is remembered for the person, by number, in all projects. */
export function useGroups({ data, paging: { page, size }, goTo }: List) {
  const [numbers, setNumbers] = usePreference<string[] | null>(FOLDED, null)
  const folded = useMemo(() => new Set(numbers), [numbers])
  const groups = data?.groups ?? []
  const fold = (next: string[], seen: string | undefined) => {
    setNumbers(next)
    // The head that was pressed stays in sight, though its page may be another now.
    const to = seen === undefined ? 1 : pageOf(groups, new Set(next), size, seen)
    if (to !== page) goTo({ page: to }, true)
  }
  const onToggle = (number: string) =>
    fold(folded.has(number) ? [...folded].filter((one) => one !== number) : [...folded, number], number)
  const shape: Groups<CostBudget, CostBudgetList> = {
    ofPage: (rows) => withHeads(groups, rows, { folded, from: (page - 1) * size, size, onToggle }),
    ofAll: (list) => wholeWithHeads(list, folded),
    ...groupHeads,
  }
  return {
    groups: shape,
    depth: depthOf(groups, folded),
    onDepth: (depth: Depth) => fold(foldedAt(groups, folded, depth), undefined),
  }
}
