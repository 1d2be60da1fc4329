import { budgetMoveApi, budgetVersionApi } from '@pianzhang/contract/api/features'
import type { BudgetComparison } from '@pianzhang/contract/budget-versions'
import { FAILURES } from '@pianzhang/contract/errors'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { shownQuery } from '../../platform/api/shownQuery.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listOf, recordsOf } from '../../platform/ledger/records.ts'
import { exported } from '../../platform/ledger/sheets.ts'
import { queryClient } from '../../platform/query.ts'
import { moveSearch, tabOf, versionSearch } from './search.ts'

const MODEL = 'budget_version'

export const versions = listOf(budgetVersionApi, {
  key: 'budget_versions',
  list: versionSearch,
  shows: [MODEL, 'cost_budget'],
  shown: (search) => tabOf(search) === 'versions',
})
export const moves = recordsOf(budgetMoveApi, {
  key: 'budget_moves',
  model: MODEL,
  list: moveSearch,
  shows: [MODEL],
  shown: (search) => tabOf(search) === 'moves',
})

/** The version that the budget is locked at, with its totals. The cost budget's page knows this key too (`lock.tsx`). */
export const lockedQuery = shownQuery([versions.key, 'locked'], budgetVersionApi.list, {
  query: { per_page: 1 },
})
/** All versions, to choose from. */
export const everyVersionQuery = shownQuery([versions.key, 'every'], budgetVersionApi.list, {
  query: { per_page: MAX_PAGE_SIZE },
})
export const comparisonQuery = (a: string, b: string) => ({
  ...shownQuery([versions.key, 'compare', { a, b }], budgetVersionApi.compare, { query: { a, b } }),
  placeholderData: keepPreviousData<BudgetComparison>,
})
/** URL of a spreadsheet. */
export const comparisonFile = (a: string, b: string) => exported(budgetVersionApi.exportComparison, { a, b })

/** After a lock, an unlock or a move: moves are lines of the budget too. */
export async function versionsChanged(): Promise<void> {
  await Promise.all([resourceChanged(MODEL), resourceChanged('cost_budget')])
}

// A version cannot be merged with another: that the budget is locked or unlocked already is a toast.
const handled = [FAILURES.invalid.code] as const
export const lock = (body: BodyOf<typeof budgetVersionApi.create>, idempotencyKey: string) =>
  call(budgetVersionApi.create, { body, idempotencyKey, handled })
export const unlock = (code: string, body: BodyOf<typeof budgetVersionApi.unlock>, idempotencyKey: string) =>
  call(budgetVersionApi.unlock, { params: { code }, body, idempotencyKey, handled })
export const move = (body: BodyOf<typeof budgetMoveApi.create>, idempotencyKey: string) =>
  call(budgetMoveApi.create, { body, idempotencyKey, handled })

/** Route loader. */
export function load(raw: object): void {
  versions.load(raw)
  moves.load(raw)
  const tab = tabOf(versionSearch.parse(raw))
  if (tab === 'moves') void queryClient.prefetchQuery(lockedQuery)
  if (tab === 'compare') void queryClient.prefetchQuery(everyVersionQuery)
}

shows(['budget_versions', 'compare'], MODEL, 'cost_budget', 'subject')
