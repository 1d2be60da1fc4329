import { z } from 'zod'
import { dateInput } from './calendar.ts'
import type { FieldError } from './errors.ts'
import { orNull, queryText, updateBody, version } from './page.ts'
import { longText, nameText, optionalName } from './text.ts'

const fields = z.object({
  name: nameText('请输入项目名称'),
  director: optionalName,
  main_character: optionalName,
  desc: longText,
  start_date_at: orNull(dateInput),
  end_date_at: orNull(dateInput),
  version,
})
type Dates = Partial<Pick<z.output<typeof fields>, 'start_date_at' | 'end_date_at'>>

/** The errors of a project's two dates taken together. */
export const datesProblems = ({ start_date_at, end_date_at }: Dates): FieldError[] =>
  start_date_at && end_date_at && start_date_at > end_date_at
    ? [{ field: 'end_date_at', message: '结束日期不能早于开始日期' }]
    : []

export const projectBody = fields.superRefine((body, ctx) => {
  for (const { field, message } of datesProblems(body))
    ctx.addIssue({ code: 'custom', path: [field], message })
})
export type ProjectBody = z.output<typeof projectBody>
export const projectUpdate = updateBody(fields)
export type ProjectUpdate = z.output<typeof projectUpdate>

/** The list is not paged. */
export const projectQuery = z.object({ keywords: queryText })
export type ProjectQuery = z.output<typeof projectQuery>

export const project = z.object({
  code: z.string(),
  version: z.number().int(),
  name: z.string(),
  director: z.string(),
  main_character: z.string(),
  desc: z.string(),
  start_date_at: z.string().nullable(),
  end_date_at: z.string().nullable(),
  created_at: z.string(),
  creator: z.object({ name: z.string() }),
  archive_at: z.string().nullable(),
  /** The last day of use, three years after the creation; read-only from the day after. */
  expire_at: z.string(),
  expired: z.boolean(),
  can: z.object({
    write: z.boolean(),
    delete: z.boolean(),
    archive: z.boolean(),
    unarchive: z.boolean(),
    select: z.boolean(),
  }),
})
export type Project = z.output<typeof project>

/** What is under way in a project, and stands still while it is archived: payment requests that wait for somebody. */
export const projectPending = z.object({ payment_requests: z.number().int() })
export type ProjectPending = z.output<typeof projectPending>

export const projectList = z.object({
  items: z.array(project),
  listTotal: z.number().int(),
  total_count: z.number().int(),
  buy_count: z.number().int(),
  exists_count: z.number().int(),
  /** Whether the caller may create projects, regardless of the quota. */
  can: z.object({ create: z.boolean() }),
})
export type ProjectList = z.output<typeof projectList>
