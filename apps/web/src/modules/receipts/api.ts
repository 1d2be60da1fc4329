import { receiptApi } from '@pianzhang/contract/api/books'
import { recordsOf } from '../../platform/ledger/records.ts'
import { receiptSearch, tabs } from './search.ts'

export const receipts = recordsOf(receiptApi, {
  key: 'investment_executions',
  model: 'investment_execution',
  list: receiptSearch,
  shows: ['investment_execution', 'investment_category', 'contract'],
  shown: tabs.showsList,
})
export const { load, charts } = receipts
export const totalQuery = charts.total(receiptApi.total_amount)
export const investorQuery = charts.chart(receiptApi.investor)
export const categoryQuery = charts.chart(receiptApi.investment_category)
