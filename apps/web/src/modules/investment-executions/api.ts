import type {
  InvestmentCategoryChart,
  InvestorChart,
  ReceiptList,
} from '@pianzhang/contract/investment-executions'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { type ReceiptSearch, receiptSearch, tabs } from './search.ts'

export const BASE = '/api/manager/investment_executions'
export const KEY = 'investment_executions'
shows([KEY], 'investment_execution', 'investment_category', 'contract')

export const receiptListQuery = (search: ReceiptSearch, size: number) => {
  const params = receiptSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<ReceiptList>(BASE, params, options)).data)
}

/** The charts ask for their own. */
export const load = listLoader(receiptSearch, receiptListQuery, (search) => tabs.known(search) === 'second')

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)
export const charts = chartCalls(BASE, KEY)
export const totalQuery = charts.total()
export const investorQuery = charts.chart<InvestorChart>('investor')
export const categoryQuery = charts.chart<InvestmentCategoryChart>('investment_category')

/** After a write: the lists and charts, and the contracts that money came in on. */
export const receiptsChanged = (): Promise<void> => resourceChanged('investment_execution')
