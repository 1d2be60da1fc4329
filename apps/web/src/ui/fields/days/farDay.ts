import { addDays, addYears, isDate } from '@pianzhang/contract/calendar'
import { currentDay } from '../../../platform/currentDay.ts'
import type { DateText } from './dates.ts'

/** How far ahead or back a booking date may lie; beyond that its year or month is probably mistyped. */
const DAYS_AHEAD = 31
const YEARS_BACK = 3

/** Whole months from `from` to a later day. */
function monthsBetween(from: string, to: string): number {
  const [[year, month, day], [lastYear, lastMonth, lastDay]] = [from, to].map((date) =>
    date.split('-').map(Number),
  ) as [[number, number, number], [number, number, number]]
  return (lastYear - year) * 12 + lastMonth - month - (lastDay < day ? 1 : 0)
}

const span = (months: number): string => (months < 24 ? `${months} 个月` : `${Math.floor(months / 12)} 年`)

/** 付款时间在 13 个月以后，请核对: about a booking date that is probably mistyped; null for any other. */
export function farDay(label: string, date: DateText | undefined, now = currentDay()): string | null {
  if (!date || !isDate(date)) return null
  if (date > addDays(now, DAYS_AHEAD)) return `${label}在 ${span(monthsBetween(now, date))}以后，请核对`
  if (date < addYears(now, -YEARS_BACK)) return `${label}在 ${span(monthsBetween(date, now))}以前，请核对`
  return null
}
