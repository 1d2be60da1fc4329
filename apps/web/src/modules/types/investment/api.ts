import { namedTypes } from '../api.ts'

export const investmentTypes = namedTypes({
  noun: '投资类型',
  model: 'investment_category',
  list: 'investment_categories',
})
export const { load } = investmentTypes
