import { z } from 'zod'
import { listOf, pageQuery, queryText, rights, version } from './page.ts'
import { nameText } from './text.ts'

/**
 * Payment types and investment types: lists of names that each project edits. The API identifies them by their
 * database id.
 */
export const categoryName = nameText('请输入类型名称')
export const categoryBody = z.object({ name: categoryName, version })
export type CategoryBody = z.output<typeof categoryBody>

export const category = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether payments of the type need an invoice. Only of payment types, and absent without the feature `missing_invoice`. */
  needs_invoice: z.boolean().optional(),
  version: z.number().int(),
  updated_at: z.string(),
  can: rights,
})
export type Category = z.output<typeof category>

export const categoryQuery = z.object({ ...pageQuery(), keywords: queryText })
export type CategoryQuery = z.output<typeof categoryQuery>
export const categoryList = z.object({ ...listOf(category), can: z.object({ write: z.boolean() }) })
export type CategoryList = z.output<typeof categoryList>

/** The id of a type in a body, as a string or a number; `label` names it in 请选择<label>. */
export const categoryId = (label: string) =>
  z
    .union([z.string(), z.number()], `请选择${label}`)
    .transform(String)
    .pipe(
      z
        .string()
        .min(1, `请选择${label}`)
        .regex(/^\d{1,18}$/, `${label}不存在`),
    )
