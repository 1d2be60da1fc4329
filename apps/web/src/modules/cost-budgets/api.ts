import { costBudgetApi } from '@pianzhang/contract/api/books'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { call, readAny } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { preference } from '../../platform/session/preferences.ts'
import { tabProject } from '../../platform/session/tab.ts'
import type { SubjectLevel } from '../subjects/chart/levels.ts'
import { type BudgetSearch, budgetSearch, tabs } from './search.ts'

/** Preference: numbers of the subjects of level one and two whose lines are folded in the order by subject. */
export const FOLDED = 'cost_budgets.folded'

export const budgets = recordsOf(costBudgetApi, {
  key: 'cost_budgets',
  model: 'cost_budget',
  list: {
    ...budgetSearch,
    listParams: (search: BudgetSearch, size: number) => ({
      ...budgetSearch.listParams(search, size),
      ...(search.subject_order && { folded: preference<string[]>(FOLDED, []) }),
    }),
  },
  // Subjects are not listed: they are never renamed, and used ones cannot be deleted.
  // A lock takes away what a person may do with the lines.
  shows: ['cost_budget', 'budget_version'],
  shown: tabs.showsList,
})
export const { load, charts } = budgets
/** Returns a function that reads any page for paper, the lines of folded subjects too: printing compares all lines with their sum. */
export const readAll = (search: BudgetSearch) => (page: number, signal: AbortSignal) => {
  const whole = { ...search, page, per_page: MAX_PAGE_SIZE }
  return readAny(costBudgetApi.list, { query: budgetSearch.listParams(whole, MAX_PAGE_SIZE), signal })
}
export const totalQuery = charts.total(costBudgetApi.total_amount)

export const subjectQuery = ({ chart, params }: SubjectLevel) => charts.figures(costBudgetApi[chart], params)

/** Number of latest lines shown for a level-three subject. */
export const BOOKED = 20
export const bookedQuery = (subject: string) =>
  charts.figures(costBudgetApi.list, { subject_three_codes: subject, per_page: String(BOOKED) })

export const episodesQuery = charts.figures(costBudgetApi.episodes)
/** Its failures are shown beside the field. */
export const saveEpisodes = (epis: number | null, version: number) =>
  underKey(`episodes ${tabProject.get()} ${epis} ${version}`, (idempotencyKey) =>
    call(costBudgetApi.saveEpisodes, { body: { epis, version }, idempotencyKey, handled }),
  )
