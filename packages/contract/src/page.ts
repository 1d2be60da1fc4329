import { z } from 'zod'
import { isStorable } from './text.ts'

/** The default page size of all lists except orders, which have 25 (api.md §1). */
export const PAGE_SIZE = 20
export const PAGE_SIZES = [20, 50, 100, 1000] as const
export const MAX_PAGE_SIZE = 1000

/** Larger page numbers are replaced by this one, which is empty. */
const LAST_PAGE = 1_000_000_000

const positive = (fallback: number, most: number) =>
  z.coerce
    .number({ error: '须为正整数' })
    .refine((value) => Number.isInteger(value) && value >= 1, '须为正整数')
    .transform((value) => Math.min(value, most))
    .default(fallback)

/** `page` counts from 1; a `per_page` above 1000 becomes 1000. */
export const pageQuery = (size: number = PAGE_SIZE) => ({
  page: positive(1, LAST_PAGE),
  per_page: positive(size, MAX_PAGE_SIZE),
})

/** An array parameter: the key is repeated, a single value is an array of one. Up to 1,000 values. */
export const many = <T extends z.ZodType>(item: T) =>
  z
    .preprocess(
      (value) => (value === '' ? [] : Array.isArray(value) ? value : [value]),
      z.array(item).max(1000, '最多1000项'),
    )
    .default([])

/**
 * An empty query parameter counts as absent. `optional` is the outer type too, so that OpenAPI does not list it as
 * required.
 */
export const orAbsent = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), item.optional()).optional()

/** A form's field: absent, '' and null all become null. */
export const orNull = <T extends z.ZodType>(item: T) =>
  z
    .preprocess((value) => (value === '' ? null : value), item.nullish())
    .optional()
    .transform((value) => value ?? null)

/** The fields of a PUT: a field that has a default in `Shape` becomes undefined if it is absent. */
type Kept<Shape extends z.core.$ZodShape> = {
  [Field in keyof Shape]: undefined extends z.input<Shape[Field]>
    ? undefined extends z.output<Shape[Field]>
      ? Shape[Field]
      : z.ZodOptional<z.ZodNonOptional<Extract<Shape[Field], z.ZodType>>>
    : Shape[Field]
}

/**
 * The body of a PUT, made of the body of the POST. An optional field whose key is absent becomes undefined and keeps its stored value, so
 * that a client that does not know the field, such as a page opened before an upgrade, does not empty it. null and '' empty it.
 */
export function updateBody<Shape extends z.core.$ZodShape>(
  body: z.ZodObject<Shape>,
): z.ZodObject<Kept<Shape>> {
  const fields = Object.entries(body.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const { data } = field.safeParse(undefined)
    // Without `nonoptional` the field's own default would still apply to an absent key.
    return [name, data === undefined ? field : field.nonoptional().optional()]
  })
  return z.object(Object.fromEntries(fields), {
    error: body.def.error as z.core.$ZodErrorMap | undefined,
  }) as unknown as z.ZodObject<Kept<Shape>>
}

/** A JSON body may send the code of an enumeration as a number. */
export const codeOrNumber = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), item)

/** Values of a closed or editable list in a filter. Unknown ones match nothing. */
export const listedValues = many(
  codeOrNumber(z.string('格式不正确').max(64, '格式不正确').refine(isStorable, '格式不正确')),
)

/** A filter that is `0` or `1`. */
export const flagQuery = orAbsent(codeOrNumber(z.enum(['0', '1'], '须为 0 或 1')))

export const orderQuery = orAbsent(z.enum(['asc', 'desc'], '排序方式须为 asc 或 desc'))

/** Free text in a query: trimmed, empty means no filter. PostgreSQL cannot hold NUL or half of a surrogate pair. */
export const queryText = z
  .string('格式不正确')
  .max(2000, '不能超过2000个字符')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), '包含无法保存的字符')
  .transform((text) => text.trim())
  .optional()

/** An opaque code in a request; a text that cannot be one is refused as malformed. */
export const code = z
  .string('格式不正确')
  .min(1, '不能为空')
  .max(64, '格式不正确')
  .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), '格式不正确')

/** The `can` of a record or a list: what the reader may do with it. */
export const rights = z.object({ write: z.boolean(), delete: z.boolean() })

/** The `version` of the record a form was opened with; absent means "do not check". */
export const version = z
  .int32('版本号须为整数')
  .min(0, '版本号须为整数')
  .nullish()
  .transform((value) => value ?? undefined)

export const listOf = <T extends z.ZodType>(item: T) => ({
  items: z.array(item),
  listTotal: z.number().int(),
})

export const option = z.object({ label: z.string(), value: z.string() })
export const optionsAnswer = z.object({ ...listOf(option) })
export const nothing = z.object({})
