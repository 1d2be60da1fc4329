import { costBudgetApi } from '@pianzhang/contract/api/books'
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
