import { costBudgetApi } from '@pianzhang/contract/api/books'
import {
  type BudgetsLeft,
  budgetsLeft,
  costBudget,
  costBudgetBody,
  costBudgetChanges,
  costBudgetList,
  costBudgetListQuery,
  costBudgetUpdate,
  episodesAnswer,
  episodesBody,
} from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { code } from '@pianzhang/contract/page'
import { maySeeBudgetsLeft } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { costBudgetCharts } from './charts.ts'
import { setEpisodes, showEpisodes } from './episodes.ts'
import { listCostBudgets, showCostBudget } from './list.ts'
import { alsoWrong } from './rules.ts'
import { changeCostBudgets, createCostBudget, removeCostBudgets, updateCostBudget } from './save.ts'
import { costBudgetExport } from './sheet/export.ts'
import { costBudgetSheet } from './sheet/ledger.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('cost_budget', action)

/** Cost budgets: what each subject may cost (api.md §5). */
export const costBudgetRoutes: Route[] = [
  read(
    costBudgetApi.list,
    {
      summary: 'A page of budget lines',
      access: may('read'),
      query: costBudgetListQuery,
      answer: costBudgetList,
    },
    listCostBudgets,
  ),
  templateRoute(costBudgetSheet),
  costBudgetExport.route,
  read(
    costBudgetApi.episodes,
    { summary: 'The number of episodes', access: may('read'), answer: episodesAnswer },
    showEpisodes,
  ),
  write(
    costBudgetApi.saveEpisodes,
    {
      summary: 'Set the number of episodes',
      access: may('write'),
      body: episodesBody,
      answer: episodesAnswer,
    },
    setEpisodes,
  ),
  read(
    costBudgetApi.left,
    {
      summary: 'What is left of the budget of each level-three subject',
      access: may('read'),
      answer: budgetsLeft,
    },
    showBudgetsLeft,
  ),
  read(
    costBudgetApi.show,
    { summary: 'One budget line', access: may('read'), params, answer: costBudget },
    showCostBudget,
  ),
  write(
    costBudgetApi.create,
    {
      summary: 'Create a budget line',
      access: may('write'),
      body: costBudgetBody,
      answer: costBudget,
      alsoWrong,
    },
    createCostBudget,
  ),
  write(
    costBudgetApi.update,
    {
      summary: 'Replace a budget line',
      access: may('write'),
      params,
      body: costBudgetUpdate,
      answer: costBudget,
      alsoWrong,
    },
    updateCostBudget,
  ),
  changeRoute(costBudgetApi.base, 'budget line', may('write'), costBudgetChanges, {
    change: changeCostBudgets,
    alsoWrong,
  }),
  ...removeRoutes(costBudgetApi.base, 'budget line', may('delete'), removeCostBudgets),
]

export const registerCostBudgetFiles = ledgerFiles({
  sheet: costBudgetSheet,
  files: [costBudgetExport, ...costBudgetCharts],
})

/**
 * What is left of the budget of each level-three subject that has a budget or costs, for whoever chooses one: budget less payments and open
 * petty cash, as in the overview's comparison, from the kept sums.
 */
async function showBudgetsLeft(db: Db, context: ProjectContext): Promise<BudgetsLeft> {
  if (!maySeeBudgetsLeft((model) => context.can(model, 'read'))) throw new Failure('forbidden')
  const projectId = context.project.id
  const { rows } = await sql<{ code: string; budget: bigint; executed: bigint }>`
    with booked as materialized (
      select s.key as subject_id,
        coalesce(sum(s.amount) filter (where s.dimension = 'cost_budget'), 0) as budget,
        coalesce(sum(s.amount) filter (where s.dimension <> 'cost_budget'), 0) as executed
      from ${keptSums(projectId, ['cost_budget', 'subject', 'petty_cash_open'])} group by s.key)
    select t.code, b.budget, b.executed
    from booked b join subjects t on t.project_id = ${projectId} and t.id = b.subject_id
    where b.budget <> 0 or b.executed <> 0 order by t.out_code`.execute(db)
  return {
    items: rows.map(({ code, budget, executed }) => ({
      code,
      budget_yuan: yuan(budget),
      left_yuan: yuan(budget - executed),
    })),
    listTotal: rows.length,
  }
}
