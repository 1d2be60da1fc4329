import { z } from 'zod'
import { WRITE_OFF_CATEGORY } from './lists.ts'
import { listOf, pageQuery, queryText, version } from './page.ts'
import { nameText } from './text.ts'

export const payCategoryBody = z.object({
  name: nameText('请输入类型名称').refine(
    (name) => name !== WRITE_OFF_CATEGORY,
    '此名称由系统使用，请换一个',
  ),
  version,
})
export type PayCategoryBody = z.output<typeof payCategoryBody>
export const payCategory = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  updated_at: z.string(),
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type PayCategory = z.output<typeof payCategory>

export const payCategoryQuery = z.object({ ...pageQuery(), keywords: queryText })
export type PayCategoryQuery = z.output<typeof payCategoryQuery>
export const payCategoryList = z.object({ ...listOf(payCategory), can: z.object({ write: z.boolean() }) })
export type PayCategoryList = z.output<typeof payCategoryList>
