import { investmentBudgetApi } from '@pianzhang/contract/api/books'
import { investmentBudgetExportQuery } from '@pianzhang/contract/investment-budgets'
import { sql } from 'kysely'
import { listExport } from '../../platform/lists/list-export.ts'
import { recordRows } from '../../platform/lists/record-rows.ts'
import { conditions, orderOf } from './list.ts'
import { type InvestmentBudgetRow, investmentBudgetColumns, shareOf } from './load.ts'

/** Exports every investment budget of the list, in its order. */
export const investmentBudgetExport = listExport({
  endpoint: investmentBudgetApi.export,
  model: 'investment_budget',
  summary: 'A spreadsheet of the investment budgets',
  query: investmentBudgetExportQuery,
  async prepare(link, query) {
    const { project } = link
    const select = sql<InvestmentBudgetRow>`select ${investmentBudgetColumns(project.id)} from investment_budgets b
      where ${conditions(project.id, query)} order by ${orderOf(query)}`
    return {
      name: '投资预算',
      columns: [
        { title: '投资方', kind: 'text', width: 36 },
        { title: '投资金额（元）', kind: 'money', summed: true, width: 20 },
        { title: '占比', kind: 'percent', width: 12 },
        { title: '投资溢价', kind: 'money', width: 16 },
        { title: '创建人', kind: 'text', width: 12 },
        { title: '创建时间', kind: 'minute', width: 18 },
      ],
      rows: recordRows(link, select, (row) => [
        row.investor,
        row.amount,
        shareOf(row),
        row.variate,
        row.creator,
        row.created,
      ]),
    }
  },
})
