import type { CostBudget, CostBudgetList, EpisodesAnswer } from '@pianzhang/contract/cost-budgets'
import type { SubjectChart } from '@pianzhang/contract/dashboard'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { preference } from '../../platform/session/preferences.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { type BudgetSearch, budgetSearch, tabs } from './search.ts'

/** Preference: numbers of the subjects of level one and two whose lines are folded in the order by subject. */
export const FOLDED = 'cost_budgets.folded'

const BASE = '/api/manager/cost_budgets'
export const budgets = recordsOf<CostBudget, CostBudgetList>()({
  base: BASE,
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
export const readAll = (search: BudgetSearch) => async (page: number, signal: AbortSignal) => {
  const whole = { ...search, page, per_page: MAX_PAGE_SIZE }
  return (await api.get<CostBudgetList>(BASE, budgetSearch.listParams(whole, MAX_PAGE_SIZE), { signal })).data
}
export const totalQuery = charts.total()

export const subjectQuery = (chart: string, params: Record<string, string | undefined>) =>
  charts.figures<SubjectChart>(chart, params)

/** Number of latest lines shown for a level-three subject. */
export const BOOKED = 20
export const bookedQuery = (subject: string) =>
  charts.figures<CostBudgetList>('booked', { subject_three_codes: subject, per_page: String(BOOKED) }, '')

export const episodesQuery = charts.figures<EpisodesAnswer>('epis')
/** Its failures are shown beside the field. */
export const saveEpisodes = (epis: number | null, version: number): Promise<Answer<EpisodesAnswer>> =>
  underKey(`episodes ${tabProject.get()} ${epis} ${version}`, (idempotencyKey) =>
    api.put<EpisodesAnswer>(`${budgets.base}/dashboard/epis`, { epis, version }, { idempotencyKey, handled }),
  )
