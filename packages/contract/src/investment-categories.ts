import { category, categoryBody, categoryList, categoryQuery } from './categories.ts'

export const investmentCategoryBody = categoryBody
export const investmentCategory = category
export const investmentCategoryQuery = categoryQuery
export const investmentCategoryList = categoryList
export type {
  Category as InvestmentCategory,
  CategoryBody as InvestmentCategoryBody,
  CategoryList as InvestmentCategoryList,
  CategoryQuery as InvestmentCategoryQuery,
} from './categories.ts'
