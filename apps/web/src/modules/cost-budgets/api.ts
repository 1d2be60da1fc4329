import type { CostBudgetList, EpisodesAnswer } from '@pianzhang/contract/cost-budgets'
import type { SubjectChart } from '@pianzhang/contract/dashboard'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { type BudgetSearch, budgetSearch, tabs } from './search.ts'

export const BASE = '/api/manager/cost_budgets'
export const KEY = 'cost_budgets'
// Subjects are not listed: they are never renamed, and used ones cannot be deleted.
shows([KEY], 'cost_budget')

export const budgetListQuery = (search: BudgetSearch, size: number) => {
  const params = budgetSearch.listParams(search, size)
  return listQuery(
    KEY,
    params,
    async (options) => (await api.get<CostBudgetList>(BASE, params, options)).data,
  )
}

/** The charts ask for their own. */
export const load = listLoader(budgetSearch, budgetListQuery, (search) => tabs.known(search) === 'second')

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)
export const charts = chartCalls(BASE, KEY)
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
    api.put<EpisodesAnswer>(`${BASE}/dashboard/epis`, { epis, version }, { idempotencyKey, handled }),
  )

/** After a write: the lists, the charts and the overview. */
export const budgetsChanged = (): Promise<void> => resourceChanged('cost_budget')
