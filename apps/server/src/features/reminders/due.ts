import { daysBetween, thisMonth } from '@pianzhang/contract/calendar'

/** The stored schedule of a reminder. Days are `YYYY-MM-DD`. */
export interface Due {
  /** 0 single, 1 recurring. */
  category: number
  /** Of a recurring reminder: 0 every `judge_date` days, 1 on day `judge_date` of the month. */
  mode: number | null
  judge_date: number | null
  start_at: string
  /** Of a single reminder: equal to `start_at`. */
  end_at: string
}

/**
 * Whether the reminder is due on this day (api.md §5): a single one on `start_at`; mode 0 on `start_at` and every `judge_date` days after it;
 * mode 1 on day `judge_date` of the month, in a shorter month on its last day. `start_at` and `end_at` belong to the period.
 */
export function isDueOn(day: string, { category, mode, judge_date, start_at, end_at }: Due): boolean {
  if (day < start_at || day > end_at) return false
  if (category === 0 || judge_date === null) return day === start_at
  if (mode === 0) return daysBetween(start_at, day) % judge_date === 0
  const [, lastDay] = thisMonth(day)
  return Number(day.slice(8)) === Math.min(judge_date, Number(lastDay.slice(8)))
}
