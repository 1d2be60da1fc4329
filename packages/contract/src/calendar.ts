import { z } from 'zod'
import { halfWidth } from './decimal.ts'

/**
 * Calendar days as texts `YYYY-MM-DD`, which sort and compare as they are. A day has no zone; an instant becomes a day in
 * Asia/Shanghai, which is +08:00 all year since 1991.
 */

/**
 * Years 1900–9999: a spreadsheet's dates begin in 1900, and 9999-12-31 is what programs send for "no end". An earlier year is a
 * typing error in a ledger, and PostgreSQL and JavaScript disagree on historical calendars.
 */
export const MIN_DATE = '1900-01-01'
export const MAX_DATE = '9999-12-31'

const DATE_TEXTS = {
  empty: '请选择日期',
  format: '日期格式应为 YYYY-MM-DD',
  impossible: '日期不存在',
  range: '日期不能早于1900年',
} as const

const DAY = 86_400_000
const SHANGHAI = 8 * 3_600_000

/** Exactly one of the two fields is set. */
type TypedDate = { date: string; error?: undefined } | { date?: undefined; error: string }

const dayOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10)
const utcOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const join = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The last day of a month; `month` from 1, where 0 is December of the year before and 13 January of the next. */
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The error text for a text that is no valid `YYYY-MM-DD`; undefined when it is one. */
function fault(text: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return text === '' ? DATE_TEXTS.empty : DATE_TEXTS.format
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (month < 1 || month > 12 || day < 1) return DATE_TEXTS.impossible
  // Before lastDay: Date.UTC maps the years 0–99 to 1900–1999.
  if (text < MIN_DATE) return DATE_TEXTS.range
  return day > lastDay(year, month) ? DATE_TEXTS.impossible : undefined
}

/** `YYYY-MM-DD` and a real day between MIN_DATE and MAX_DATE. */
export const isDate = (text: string): boolean => fault(text) === undefined

/** A required date of a body or a query; the message for a missing one is 请选择<label>. */
export const dateField = (label = '日期') =>
  z
    .string({
      error: ({ input }) => (input === undefined || input === null ? `请选择${label}` : DATE_TEXTS.format),
    })
    .superRefine((text, ctx) => {
      const message = text === '' ? `请选择${label}` : fault(text)
      if (message) ctx.addIssue({ code: 'custom', message, input: text })
    })
    .meta({ format: 'date', description: '日期，YYYY-MM-DD', example: '2026-11-21' })
export const dateInput = dateField()

/** The day in Asia/Shanghai at an instant. */
export const today = (now: Date): string => dayOf(now.getTime() + SHANGHAI)

/** The instant at which a day begins in Asia/Shanghai, for `Date.parse` and for PostgreSQL. */
export const startOfDay = (day: string): string => `${day}T00:00:00+08:00`

/** An instant as the API writes it: 2026-11-21T08:00:00.000+08:00. */
export const formatInstant = (instant: Date): string =>
  new Date(instant.getTime() + SHANGHAI).toISOString().replace('Z', '+08:00')

/**
 * What a person types or a spreadsheet holds as text: 2026-11-21, 20261121, 2026/1/5, 2026.1.5, 2026年1月5日, or month and day alone
 * (11-21, 11月21日), which mean the one nearest to `today`. Full-width characters and a midnight behind the date are accepted; years of two
 * digits are not, for 11-12-10 could be three different days.
 */
export function parseTypedDate(input: string, todayDate: string): TypedDate {
  const text =
    input.length > 64
      ? '?'
      : halfWidth(input)
          .trim()
          .replace(/[ T]+0?0:00(:00(\.0+)?)?$/, '')
          .replace(/ *([-/.年月日号]) */g, '$1')
  if (text === '') return { error: DATE_TEXTS.empty }
  const match =
    /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/.exec(text) ??
    /^(?:(?<y>\d{4})(?<s>[-/.])(?=\d{1,2}\k<s>))?(?<m>\d{1,2})(?:[-/.])(?<d>\d{1,2})$/.exec(text) ??
    /^(?:(?<y>\d{4})年)?(?<m>\d{1,2})月(?<d>\d{1,2})[日号]?$/.exec(text)
  if (!match) return { error: DATE_TEXTS.format }
  const { y, m, d, s } = match.groups as { y?: string; m: string; d: string; s?: string }
  if (s && text.split(s).length !== 3) return { error: DATE_TEXTS.format }
  const [month, day] = [Number(m), Number(d)]
  const date = y === undefined ? nearest(month, day, todayDate) : join(Number(y), month, day)
  const error = fault(date)
  return error === undefined ? { date } : { error }
}

/** This day of the year in which it is nearest to `todayDate`: on 5 January 12-28 is eight days ago. */
function nearest(month: number, day: number, todayDate: string): string {
  const year = Number(todayDate.slice(0, 4))
  const [first, ...others] = [year, year - 1, year + 1].map((one) => join(one, month, day))
  const away = (date: string) => (isDate(date) ? Math.abs(daysBetween(todayDate, date)) : Infinity)
  return others.reduce((best, one) => (away(one) < away(best) ? one : best), first as string)
}

export const addDays = (date: string, days: number): string => dayOf(utcOf(date) + days * DAY)

/** Days from `from` to `to`: 0 for the same day, negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (utcOf(to) - utcOf(from)) / DAY

/** The same day `years` on; 29 February becomes the 28th where there is none. */
export function addYears(date: string, years: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return join(year + years, month, Math.min(day, lastDay(year + years, month)))
}

/** First and last day, both included, as the API's ranges are. */
export type DateRange = readonly [start: string, end: string]

function monthRange(date: string, offset: number): DateRange {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + offset
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  return [join(year, month, 1), join(year, month, lastDay(year, month))]
}

const dayRange = (date: string): DateRange => [date, date]
/** Monday to Sunday. */
export function weekRange(date: string): DateRange {
  const monday = addDays(date, -((new Date(utcOf(date)).getUTCDay() + 6) % 7))
  return [monday, addDays(monday, 6)]
}
export const thisMonth = (date: string): DateRange => monthRange(date, 0)
export const lastMonth = (date: string): DateRange => monthRange(date, -1)
const thisYear = (date: string): DateRange => [`${date.slice(0, 4)}-01-01`, `${date.slice(0, 4)}-12-31`]

/** The shortcuts of every date filter: whole periods, including days in the future. */
export const DATE_SHORTCUTS = [
  { label: '今天', range: dayRange },
  { label: '本周', range: weekRange },
  { label: '本月', range: thisMonth },
  { label: '上月', range: lastMonth },
  { label: '本年', range: thisYear },
] as const
