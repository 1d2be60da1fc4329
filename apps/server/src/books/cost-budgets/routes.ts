import {
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
import { code } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { showBudgetsLeft } from './budgets-left.ts'
import { changeCostBudgets } from './change.ts'
import { costBudgetCharts } from './charts.ts'
import { setEpisodes, showEpisodes } from './episodes.ts'
import { listCostBudgets, showCostBudget } from './list.ts'
import { alsoWrong } from './references.ts'
import { removeCostBudgets } from './remove.ts'
import { createCostBudget, updateCostBudget } from './save.ts'
import { costBudgetExport } from './sheet/export.ts'
import { costBudgetSheet } from './sheet/ledger.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('cost_budget', action)

/** Cost budgets: what each subject may cost (api.md §5). */
export const costBudgetRoutes: Route[] = [
  read(
    'GET /cost_budgets',
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
    'GET /cost_budgets/dashboard/epis',
    { summary: 'The number of episodes', access: may('read'), answer: episodesAnswer },
    showEpisodes,
  ),
  write(
    'PUT /cost_budgets/dashboard/epis',
    {
      summary: 'Set the number of episodes',
      access: may('write'),
      body: episodesBody,
      answer: episodesAnswer,
    },
    setEpisodes,
  ),
  read(
    'GET /cost_budgets/dashboard/left',
    {
      summary: 'What is left of the budget of each level-three subject',
      access: may('read'),
      answer: budgetsLeft,
    },
    showBudgetsLeft,
  ),
  read(
    'GET /cost_budgets/:code',
    { summary: 'One budget line', access: may('read'), params, answer: costBudget },
    showCostBudget,
  ),
  write(
    'POST /cost_budgets',
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
    'PUT /cost_budgets/:code',
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
  changeRoute('/cost_budgets', 'budget line', may('write'), costBudgetChanges, {
    change: changeCostBudgets,
    alsoWrong,
  }),
  ...removeRoutes('/cost_budgets', 'budget line', may('delete'), removeCostBudgets),
]

export const registerCostBudgetFiles = ledgerFiles({
  sheet: costBudgetSheet,
  files: [costBudgetExport, ...costBudgetCharts],
})
