import { investmentTypeApi } from '@pianzhang/contract/api/base'
import { namedTypes } from '../api.ts'

export const investmentTypes = namedTypes({
  noun: '投资类型',
  model: 'investment_category',
  api: investmentTypeApi,
})
export const { load } = investmentTypes
