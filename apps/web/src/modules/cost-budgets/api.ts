import type { CostBudget, CostBudgetList, EpisodesAnswer } from '@pianzhang/contract/cost-budgets'
import type { SubjectChart } from '@pianzhang/contract/dashboard'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { budgetSearch, tabs } from './search.ts'

export const budgets = recordsOf<CostBudget, CostBudgetList>()({
  base: '/api/manager/cost_budgets',
  key: 'cost_budgets',
  model: 'cost_budget',
  list: budgetSearch,
  // Subjects are not listed: they are never renamed, and used ones cannot be deleted.
  shows: ['cost_budget'],
  shown: tabs.showsList,
})
export const { load, charts } = budgets
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
