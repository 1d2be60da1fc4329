import { categoryBody } from './categories.ts'

export const investmentCategoryBody = categoryBody
export type {
  Category as InvestmentCategory,
  CategoryBody as InvestmentCategoryBody,
  CategoryList as InvestmentCategoryList,
  CategoryQuery as InvestmentCategoryQuery,
} from './categories.ts'
