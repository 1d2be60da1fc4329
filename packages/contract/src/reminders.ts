import { z } from 'zod'
import { addDays, type DateRange, dateField, dateInput, thisMonth } from './calendar.ts'
import type { FieldError } from './errors.ts'
import { reminderCategoryInput, reminderModeInput } from './lists.ts'
import { code, listOf, orAbsent, orNull, pageQuery, queryText, rights, updateBody, version } from './page.ts'
import { longText } from './text.ts'

/** A number, or its digits as text; the limits depend on the mode (`scheduleProblems`). */
const judgeDate = orNull(
  z
    .union([z.number(), z.string().regex(/^\s*-?\d{1,10}\s*$/, '提醒日须为整数')], '提醒日须为整数')
    .transform(Number)
    .pipe(z.int32('提醒日须为整数')),
).meta({ description: '提醒日：按天为间隔天数，按月为每月几日', example: 7 })

/** A reminder in the form. `scheduleProblems` checks the fields that only a recurring reminder needs. */
export const reminderBody = z.object({
  contract_code: z
    .string({
      error: ({ input }) => (input === undefined || input === null ? '请选择合同编号' : '格式不正确'),
    })
    .min(1, '请选择合同编号')
    .pipe(code),
  category: reminderCategoryInput,
  mode: reminderModeInput,
  judge_date: judgeDate,
  start_at: dateField('提醒日期'),
  /** In a single reminder the server replaces it by `start_at`. */
  end_at: orNull(dateInput),
  remark: longText,
  version,
})
export type ReminderBody = z.output<typeof reminderBody>
export const reminderUpdate = updateBody(reminderBody)
export type ReminderUpdate = z.output<typeof reminderUpdate>

/** When a reminder is due. */
export type Schedule = Pick<ReminderBody, 'category' | 'mode' | 'judge_date' | 'start_at' | 'end_at'>

/** Mode 0 is 每 N 天, mode 1 每月 N 日. */
const isMonthly = (mode: string | null | undefined): boolean => mode === '1'

/**
 * What is wrong with the schedule of a recurring reminder (api.md §5). Fields that are absent because the schema refused them are
 * skipped. A single reminder needs its start only.
 */
export function scheduleProblems(body: Partial<Schedule>): FieldError[] {
  if (body.category !== '1') return []
  const { mode, judge_date, start_at, end_at } = body
  const problems: FieldError[] = []
  const wrong = (field: keyof Schedule, message: string) => problems.push({ field, message })
  if (mode === null) wrong('mode', '请选择提醒方式')
  if (judge_date === null) wrong('judge_date', '请输入提醒日')
  else if (judge_date !== undefined) {
    if (isMonthly(mode) && (judge_date < 1 || judge_date > 31))
      wrong('judge_date', '按月提醒时，提醒日须为1至31的整数')
    else if (judge_date < 1) wrong('judge_date', '按天提醒时，提醒日须为不小于1的整数')
  }
  if (end_at === null) wrong('end_at', '请选择结束日期')
  else if (end_at !== undefined && start_at !== undefined && end_at < start_at)
    wrong('end_at', '结束日期不能早于开始日期')
  else if (problems.length === 0 && isMonthly(mode) && judge_date && start_at && end_at)
    if (firstMonthly(judge_date, start_at) > end_at)
      wrong('end_at', '此期间内没有提醒日，请延长期间或修改提醒日')
  return problems
}

/** The first day from `start` on that is day `judgeDate` of its month, or the last day of a shorter month. */
function firstMonthly(judgeDate: number, start: string): string {
  const dayIn = ([, last]: DateRange) =>
    last.slice(0, 8) + String(Math.min(judgeDate, Number(last.slice(8)))).padStart(2, '0')
  const month = thisMonth(start)
  const first = dayIn(month)
  return first >= start ? first : dayIn(thisMonth(addDays(month[1], 1)))
}

export const reminderListQuery = z.object({
  ...pageQuery(),
  /** Matches part of the contract's number, the customer or the remark. */
  keywords: queryText,
  /** The reminders of one contract. */
  contract_code: orAbsent(code),
})
export type ReminderListQuery = z.output<typeof reminderListQuery>
export type ReminderFilters = Omit<ReminderListQuery, 'page' | 'per_page'>

/** A reminder in answers; `can`: what the caller may do with it now. */
export const reminder = z.object({
  code: z.string(),
  version: z.number().int(),
  contract_code: z.string(),
  contract: z.object({ code: z.string(), out_code: z.string(), customer: z.string() }),
  category: z.object({ category_value: z.string(), category_i18n: z.string() }),
  /** Null and empty for a single reminder. */
  mode: z.object({ mode_value: z.string().nullable(), mode_i18n: z.string() }),
  judge_date: z.number().int().nullable(),
  start_at: z.string(),
  end_at: z.string(),
  remark: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  can: rights,
})
export type Reminder = z.output<typeof reminder>

export const reminderList = z.object({ ...listOf(reminder), can: rights })
export type ReminderList = z.output<typeof reminderList>

/**
 * The red strip of the page: the reminders due today in Shanghai, in the order of the reminders' list; then, with the feature `payable`, the instalments
 * that are overdue or to pay in the next days, a message each. Not paged.
 */
export const contractMessages = z.object({
  ...listOf(
    z.object({
      /** The code of the reminder or of the instalment. */
      code: z.string(),
      message: z.string(),
      contract: z.object({ code: z.string(), out_code: z.string() }),
    }),
  ),
  /** The day in Shanghai on which these reminders are due. */
  day: z.string(),
  /** Milliseconds until this day ends, by the server's clock. */
  day_ends_in: z.number().int(),
})
export type ContractMessages = z.output<typeof contractMessages>
