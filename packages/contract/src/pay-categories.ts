import { categoryBody, categoryName } from './categories.ts'
import { WRITE_OFF_CATEGORY } from './lists.ts'

/** Ignores spaces and invisible characters, which would make a second type that looks the same. */
const isReserved = (name: string): boolean => name.replace(/[\s\p{Cf}]/gu, '') === WRITE_OFF_CATEGORY

export const payCategoryBody = categoryBody.extend({
  name: categoryName.refine((name) => !isReserved(name), '此名称由系统使用，请换一个'),
})
export type {
  Category as PayCategory,
  CategoryBody as PayCategoryBody,
  CategoryList as PayCategoryList,
  CategoryQuery as PayCategoryQuery,
} from './categories.ts'
