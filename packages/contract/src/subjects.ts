import { z } from 'zod'
import { code, listOf, orAbsent, orNull, pageQuery, queryText, rights } from './page.ts'
import { isStorable, nameText } from './text.ts'

/** 0, 1, 2: level one, two, three. */
export const SUBJECT_LEVELS = ['一级科目', '二级科目', '三级科目'] as const

export type SubjectLevel = 0 | 1 | 2

/** A string or a number. `z.coerce` would turn `null`, `''` and `[]` into level one. */
const category = z
  .union([z.enum(['0', '1', '2']), z.literal([0, 1, 2])], {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? '请选择科目级别' : '科目级别须为 0、1 或 2',
  })
  .transform((level) => Number(level) as SubjectLevel)

/** The code of a level-three subject in a form that books on one. */
export const subjectThree = z
  .string('请选择科目')
  .min(1, '请选择科目')
  .max(64, '科目不存在')
  .refine(isStorable, '科目不存在')

/** By level: the error text for a subject without a parent. */
export const PARENT_MISSING = ['', '请选择一级科目', '请选择上级科目'] as const

/** 4-2-2 digits; level one in whole hundreds from 1000 to 9900. */
const SUBJECT_NUMBER = [/^[1-9]\d00$/, /^[1-9]\d00(?!00)\d{2}$/, /^[1-9]\d00(?!00)\d{2}(?!00)\d{2}$/] as const
const NUMBER_WRONG = [
  '一级科目编号须为1000至9900的整百数',
  '二级科目编号须为一级编号加01至99',
  '三级科目编号须为二级编号加01至99',
] as const

export const subjectBody = z
  .object({
    /** If it is left out, the server assigns the next number. */
    out_code: orNull(z.string('科目编号格式不正确').trim().max(8, '科目编号格式不正确')),
    name: nameText('请输入科目名称'),
    category,
    parent_code: orNull(code),
  })
  .superRefine((body, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (body.out_code !== null && !SUBJECT_NUMBER[body.category].test(body.out_code))
      wrong('out_code', NUMBER_WRONG[body.category])
    if (body.category > 0 && body.parent_code === null) wrong('parent_code', PARENT_MISSING[body.category])
    if (body.category === 0 && body.parent_code !== null) wrong('parent_code', '一级科目没有上级科目')
  })
export type SubjectBody = z.output<typeof subjectBody>

export const subjectListQuery = z.object({
  ...pageQuery(),
  keywords: queryText,
  /** A level that does not exist matches nothing. */
  category: orAbsent(
    z
      .string('科目级别须为 0、1 或 2')
      .regex(/^\d{1,2}$/, '科目级别须为 0、1 或 2')
      .transform(Number),
  ),
})
export type SubjectListQuery = z.output<typeof subjectListQuery>

export const preloadQuery = z.object({ category, parent_code: orNull(code) })
export type PreloadQuery = z.output<typeof preloadQuery>
export const preloadAnswer = z.object({ out_code: z.string() })

const subjectFields = {
  code: z.string(),
  out_code: z.string(),
  name: z.string(),
  category: z.number().int(),
  category_i18n: z.string(),
  parent_code: z.string().nullable(),
  can: z.object({ delete: z.boolean() }),
}
export const subject = z.object(subjectFields)
export type Subject = z.output<typeof subject>
export interface SubjectNode extends Subject {
  children?: SubjectNode[]
}
/** Recursive, so OpenAPI needs a name (`id`) for its $ref. */
const subjectNode: z.ZodType<SubjectNode> = z
  .object({
    ...subjectFields,
    get children() {
      return z.array(subjectNode).optional()
    },
  })
  .meta({ id: 'SubjectNode' })
/** If the query has a keyword or a level, a flat list; else a page of level-one rows, each with its tree. */
export const subjectList = z.object({
  ...listOf(subjectNode),
  can: rights,
})
export type SubjectList = z.output<typeof subjectList>

/** The picker's tree; values are subject codes. */
export interface SubjectOption {
  label: string
  value: string
  out_code: string
  /** `writtenReadings` of the name. */
  pinyin: string
  children?: SubjectOption[]
}
const subjectOption: z.ZodType<SubjectOption> = z
  .object({
    label: z.string(),
    value: z.string(),
    out_code: z.string(),
    pinyin: z.string(),
    get children() {
      return z.array(subjectOption).optional()
    },
  })
  .meta({ id: 'SubjectOption' })
export const subjectTrees = z.object(listOf(subjectOption))
