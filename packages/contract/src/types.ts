import { z } from 'zod'
import { WRITE_OFF_CATEGORY } from './lists.ts'
import { listOf, pageQuery, queryText, rights, version } from './page.ts'
import { nameText } from './text.ts'

/**
 * Payment types and investment types: lists of names that each project edits. The API identifies them by their
 * database id.
 */
export const typeName = nameText('请输入类型名称')
export const typeBody = z.object({ name: typeName, version })
export type TypeBody = z.output<typeof typeBody>

/** Ignores spaces and invisible characters, which would make a second type that looks the same. */
const isReserved = (name: string): boolean => name.replace(/[\s\p{Cf}]/gu, '') === WRITE_OFF_CATEGORY

export const paymentTypeBody = typeBody.extend({
  name: typeName.refine((name) => !isReserved(name), '此名称由系统使用，请换一个'),
})

export const namedType = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether payments of the type need an invoice. Only of payment types. */
  needs_invoice: z.boolean().optional(),
  version: z.number().int(),
  updated_at: z.string(),
  can: rights,
})
export type NamedType = z.output<typeof namedType>

export const typeQuery = z.object({ ...pageQuery(), keywords: queryText })
export type TypeQuery = z.output<typeof typeQuery>
export const typeList = z.object({ ...listOf(namedType), can: z.object({ write: z.boolean() }) })
export type TypeList = z.output<typeof typeList>

/** The id of a type in a body, as a string or a number; `label` names it in 请选择<label>. */
export const typeId = (label: string) =>
  z
    .union([z.string(), z.number()], `请选择${label}`)
    .transform(String)
    .pipe(
      z
        .string()
        .min(1, `请选择${label}`)
        .regex(/^\d{1,18}$/, `${label}不存在`),
    )
