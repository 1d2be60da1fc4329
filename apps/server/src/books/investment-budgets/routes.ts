import { investmentBudgetApi } from '@pianzhang/contract/api/books'
import {
  investmentBudget,
  investmentBudgetBody,
  investmentBudgetList,
  investmentBudgetQuery,
  investmentBudgetUpdate,
} from '@pianzhang/contract/investment-budgets'
import { code } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { investmentBudgetExport } from './export.ts'
import { listInvestmentBudgets, showInvestmentBudget } from './list.ts'
import { alsoWrong } from './references.ts'
import { createInvestmentBudget, removeInvestmentBudgets, updateInvestmentBudget } from './save.ts'
import { investmentBudgetSheet } from './sheet/ledger.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('investment_budget', action)

/** Investment budgets: what investors promise (api.md §5). */
export const investmentBudgetRoutes: Route[] = [
  read(
    investmentBudgetApi.list,
    {
      summary: 'A page of investment budgets',
      access: may('read'),
      query: investmentBudgetQuery,
      answer: investmentBudgetList,
    },
    listInvestmentBudgets,
  ),
  investmentBudgetExport.route,
  templateRoute(investmentBudgetSheet),
  read(
    investmentBudgetApi.show,
    { summary: 'One investment budget', access: may('read'), params, answer: investmentBudget },
    showInvestmentBudget,
  ),
  write(
    investmentBudgetApi.create,
    {
      summary: 'Add an investment budget',
      access: may('write'),
      body: investmentBudgetBody,
      answer: investmentBudget,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body),
    },
    createInvestmentBudget,
  ),
  write(
    investmentBudgetApi.update,
    {
      summary: 'Replace an investment budget',
      access: may('write'),
      params,
      body: investmentBudgetUpdate,
      answer: investmentBudget,
      alsoWrong: (tx, context, body, { code: own }) => alsoWrong(tx, context, body, own),
    },
    updateInvestmentBudget,
  ),
  ...removeRoutes(investmentBudgetApi.base, 'investment budget', may('delete'), removeInvestmentBudgets),
]

export const registerInvestmentBudgetFiles = ledgerFiles({
  sheet: investmentBudgetSheet,
  files: [investmentBudgetExport],
})
