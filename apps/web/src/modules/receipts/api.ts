import type { InvestmentTypeChart, InvestorChart, Receipt, ReceiptList } from '@pianzhang/contract/receipts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { receiptSearch, tabs } from './search.ts'

export const receipts = recordsOf<Receipt, ReceiptList>()({
  base: '/api/manager/investment_executions',
  key: 'investment_executions',
  model: 'investment_execution',
  list: receiptSearch,
  shows: ['investment_execution', 'investment_category', 'contract'],
  shown: tabs.showsList,
})
export const { load, charts } = receipts
export const totalQuery = charts.total()
export const investorQuery = charts.chart<InvestorChart>('investor')
export const categoryQuery = charts.chart<InvestmentTypeChart>('investment_category')
