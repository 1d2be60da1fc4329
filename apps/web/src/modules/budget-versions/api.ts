import type {
  BudgetComparison,
  BudgetMove,
  BudgetMoveList,
  BudgetVersion,
  BudgetVersionList,
} from '@pianzhang/contract/budget-versions'
import { FAILURES } from '@pianzhang/contract/errors'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { fileOf } from '../../platform/ledger/charts.ts'
import { listOf, recordsOf } from '../../platform/ledger/records.ts'
import { queryClient } from '../../platform/query.ts'
import { moveSearch, tabOf, versionSearch } from './search.ts'

const BASE = '/api/manager/budget_versions'
const MOVES = '/api/manager/budget_moves'
const MODEL = 'budget_version'

export const versions = listOf<BudgetVersionList>()({
  base: BASE,
  key: 'budget_versions',
  list: versionSearch,
  shows: [MODEL, 'cost_budget'],
  shown: (search) => tabOf(search) === 'versions',
})
export const moves = recordsOf<BudgetMove, BudgetMoveList>()({
  base: MOVES,
  key: 'budget_moves',
  model: MODEL,
  list: moveSearch,
  shows: [MODEL],
  shown: (search) => tabOf(search) === 'moves',
})

const read = <T>(key: readonly unknown[], path: string, params: Record<string, string | number>) => {
  const queryKey = [versions.key, ...key]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // A first load's failure is shown in place of the content; a failed reload keeps it, so it is reported as a toast.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return (await api.get<T>(path, params, { signal, handled })).data
    },
  })
}
/** The version that the budget is locked at, with its totals. The cost budget's page knows this key too (`lock.tsx`). */
export const lockedQuery = read<BudgetVersionList>(['locked'], BASE, { per_page: 1 })
/** All versions, to choose from. */
export const everyVersionQuery = read<BudgetVersionList>(['every'], BASE, { per_page: MAX_PAGE_SIZE })
export const comparisonQuery = (a: string, b: string) => ({
  ...read<BudgetComparison>(['compare', { a, b }], `${BASE}/compare`, { a, b }),
  placeholderData: keepPreviousData<BudgetComparison>,
})
/** URL of a spreadsheet. Both sides are required filters, which the server checks in the query and in the body. */
export const comparisonFile = async (a: string, b: string): Promise<string | undefined> => {
  const sides = { a, b }
  return fileOf(
    await api.ask(`${BASE}/compare/export?${new URLSearchParams(sides)}`, sides, { timeout: 30_000 }),
  )
}

/** After a lock, an unlock or a move: moves are lines of the budget too. */
export async function versionsChanged(): Promise<void> {
  await Promise.all([resourceChanged(MODEL), resourceChanged('cost_budget')])
}

// A version cannot be merged with another: that the budget is locked or unlocked already is a toast.
const handled = [FAILURES.invalid.code] as const
export const lock = (body: object, idempotencyKey: string): Promise<Answer<BudgetVersion>> =>
  api.post<BudgetVersion>(BASE, body, { idempotencyKey, handled })
export const unlock = (code: string, body: object, idempotencyKey: string): Promise<Answer<BudgetVersion>> =>
  api.post<BudgetVersion>(`${BASE}/${encodeURIComponent(code)}/unlock`, body, { idempotencyKey, handled })
export const move = (
  body: object,
  idempotencyKey: string,
): Promise<Answer<BudgetMove & { warning: string | null }>> =>
  api.post(MOVES, body, { idempotencyKey, handled })

/** Route loader. */
export function load(raw: object): void {
  versions.load(raw)
  moves.load(raw)
  const tab = tabOf(versionSearch.parse(raw))
  if (tab === 'moves') void queryClient.prefetchQuery(lockedQuery)
  if (tab === 'compare') void queryClient.prefetchQuery(everyVersionQuery)
}

shows(['budget_versions', 'compare'], MODEL, 'cost_budget', 'subject')
