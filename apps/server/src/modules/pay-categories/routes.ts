import { payCategoryInvoiceBody } from '@pianzhang/contract/missing-invoices'
import { categoryRoutes } from '../categories/categories.ts'

/** Payment types; lines of payments use them. */
export const payCategoryRoutes = categoryRoutes({
  table: 'pay_categories',
  model: 'pay_category',
  path: '/pay_categories',
  summary: 'payment type',
  label: '付款类型',
  body: payCategoryInvoiceBody,
})
