import { investmentTypeApi, paymentTypeApi } from '@pianzhang/contract/api/base'
import { paymentTypeInvoiceBody } from '@pianzhang/contract/missing-invoices'
import { typeBody } from '@pianzhang/contract/types'
import { typeRoutes } from './types.ts'

/** Payment types; lines of payments use them. */
export const paymentTypeRoutes = typeRoutes({
  table: 'payment_types',
  model: 'pay_category',
  api: paymentTypeApi,
  summary: 'payment type',
  label: '付款类型',
  body: paymentTypeInvoiceBody,
})

/** Investment types; receipts use them. */
export const investmentTypeRoutes = typeRoutes({
  table: 'investment_types',
  model: 'investment_category',
  api: investmentTypeApi,
  summary: 'investment type',
  label: '投资类型',
  body: typeBody,
})
