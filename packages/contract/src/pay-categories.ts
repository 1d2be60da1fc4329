import { category, categoryBody, categoryList, categoryName, categoryQuery } from './categories.ts'
import { WRITE_OFF_CATEGORY } from './lists.ts'

export const payCategoryBody = categoryBody.extend({
  name: categoryName.refine((name) => name !== WRITE_OFF_CATEGORY, '此名称由系统使用，请换一个'),
})
export const payCategory = category
export const payCategoryQuery = categoryQuery
export const payCategoryList = categoryList
export type {
  Category as PayCategory,
  CategoryBody as PayCategoryBody,
  CategoryList as PayCategoryList,
  CategoryQuery as PayCategoryQuery,
} from './categories.ts'
