import { investmentCategoryBody } from '@pianzhang/contract/investment-categories'
import { categoryRoutes } from '../categories/categories.ts'

/** Investment types; receipts use them. */
export const investmentCategoryRoutes = categoryRoutes({
  table: 'investment_categories',
  model: 'investment_category',
  path: '/investment_categories',
  summary: 'investment type',
  label: '投资类型',
  body: investmentCategoryBody,
})
