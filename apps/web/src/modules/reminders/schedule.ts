import { halfWidth } from '@pianzhang/contract/decimal'
import { type Schedule, scheduleProblems } from '@pianzhang/contract/reminders'
import type { Dates, DateText } from '../../ui/fields/days/dates.ts'

/** The form's values. Of `day` and `period` the one that the category needs is shown. */
export interface ReminderValues {
  contract_code: string | null
  /** 0 single, 1 recurring. */
  category: '0' | '1'
  /** 0 daily, 1 monthly. */
  mode: string | null
  judge_date: string
  day: DateText
  period: Dates
  remark: string
}

const typedDay = (text: string): string => halfWidth(text).trim()

/** The schedule as the API takes it; an invalid number or day is sent as typed, so that the server refuses it. */
export const scheduleOf = ({ category, mode, judge_date, day, period }: ReminderValues) =>
  category === '0'
    ? { category, mode: null, judge_date: null, start_at: day ?? '', end_at: null }
    : {
        category,
        mode: mode ?? null,
        judge_date: typedDay(judge_date) || null,
        start_at: period?.[0] ?? '',
        end_at: period?.[1] ?? null,
      }

/** 单次提醒 2026-11-25; 循环提醒 每月 25 日，2026-11-01 – 2027-02-28. */
export function scheduleText({ category, mode, judge_date, day, period }: ReminderValues): string {
  if (category === '0') return `单次提醒 ${day ?? ''}`
  const every = mode === '0' ? `每 ${judge_date} 天` : mode === '1' ? `每月 ${judge_date} 日` : ''
  return `循环提醒 ${[every, period?.map((one) => one ?? '').join(' – ')].filter(Boolean).join('，')}`
}

/** The form field that shows the errors of an API field. */
export const fieldOf = (field: string, category: string): string =>
  field === 'start_at' || field === 'end_at' ? (category === '1' ? 'period' : 'day') : field

/** Values after a change of the category: mode and day are reset, the first day is kept. */
export const afterCategory = ({
  category,
  day,
  period,
}: Pick<ReminderValues, 'category' | 'day' | 'period'>) => ({
  mode: null,
  judge_date: '',
  ...(category === '1' ? { period: day ? ([day, null] as const) : null } : { day: period?.[0] ?? null }),
})

/** Why this typed day of a recurring reminder is wrong, in the API's words. */
export function judgeDateFault(text: string, mode: string | null | undefined): string | undefined {
  const typed = typedDay(text)
  if (typed !== '' && !/^-?\d{1,9}$/.test(typed)) return '提醒日须为整数'
  const judge_date = typed === '' ? null : Number(typed)
  const schedule: Partial<Schedule> = { category: '1', judge_date }
  if (mode === '0' || mode === '1') schedule.mode = mode
  return scheduleProblems(schedule).find(({ field }) => field === 'judge_date')?.message
}

/** Why the period is incomplete. */
export const periodFault = (period: Dates): string | undefined =>
  !period?.[0] ? '请选择开始日期' : !period[1] ? '请选择结束日期' : undefined
