import { categories } from '../categories/api.ts'

export const investmentCategories = categories({
  noun: '投资类型',
  model: 'investment_category',
  list: 'investment_categories',
})
export const { load } = investmentCategories
