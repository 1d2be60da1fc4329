import { addDays, daysBetween, isDate, parseTypedDate, today } from '@pianzhang/contract/calendar'
import type { ShootingDays } from '@pianzhang/contract/cost-report'
import { serverTime } from '../../../platform/clock.ts'
import { readCells } from '../../../ui/fields/cells.ts'
import type { Dates } from '../../../ui/fields/days/dates.ts'

/** A shooting day as it is typed. */
export interface TypedDay {
  day: string
  day_no: string
  remark: string
}

/** The values of the form. */
export interface DaysValues {
  items: TypedDay[]
  adding: Adding
}

/** The most days of a project, as in the API. */
const MOST_DAYS = 2_000

export const typedDays = ({ items }: Pick<ShootingDays, 'items'>): TypedDay[] =>
  items.map(({ day, day_no, remark }) => ({ day, day_no: String(day_no), remark })).toSorted(byDay)
export const byDay = (one: TypedDay, other: TypedDay): number => (one.day < other.day ? -1 : 1)

/** The number after the last one. */
export const nextNo = (days: readonly TypedDay[]): number =>
  days.reduce((most, { day_no }) => Math.max(most, Number(day_no) || 0), 0) + 1

/** Adds days; one that is there already keeps its number, and its remark unless the new one has one. */
export function withDays(days: readonly TypedDay[], more: readonly TypedDay[]): TypedDay[] {
  const all = new Map(days.map((one) => [one.day, one]))
  let next = nextNo(days)
  for (const { day, day_no, remark } of more) {
    const old = all.get(day)
    const number = day_no || old?.day_no || String(next)
    next = Math.max(next, (Number(number) || 0) + 1)
    all.set(day, { day, day_no: number, remark: remark || old?.remark || '' })
  }
  return [...all.values()].toSorted(byDay)
}

/** The days from one to another, numbered from `first` on; those that are there already are left out. */
export function rangeOf(days: readonly TypedDay[], from: string, to: string, first: number): TypedDay[] {
  const known = new Set(days.map(({ day }) => day))
  const length = Math.min(daysBetween(from, to), MOST_DAYS)
  return Array.from({ length: Math.max(0, length + 1) }, (_, index) => addDays(from, index))
    .filter((day) => !known.has(day))
    .map((day, index) => ({ day, day_no: String(first + index), remark: '' }))
}

/** Days that are chosen and not added yet, and the number of their first one; null: that after the last. */
export interface Adding {
  range: Dates
  first: number | null
}
export const NO_DAYS: Adding = { range: null, first: null }

/** The days with those that are being added, or why these cannot be. */
export function withAdding(
  days: readonly TypedDay[],
  { range, first }: Adding,
): { days: readonly TypedDay[]; fault?: undefined } | { days?: undefined; fault: string } {
  if (range === null) return { days }
  const [from, to] = [range[0] ?? range[1], range[1] ?? range[0]]
  if (!from || !to || !isDate(from) || !isDate(to)) return { fault: '请选择开始日期和结束日期' }
  if (from > to) return { fault: '结束日期不能早于开始日期' }
  const more = rangeOf(days, from, to, first ?? nextNo(days))
  return more.length === 0 ? { fault: '这些日期已是拍摄日' } : { days: withDays(days, more) }
}

/** Numbers the days from 1 on, by date. */
export const renumbered = (days: readonly TypedDay[]): TypedDay[] =>
  days.toSorted(byDay).map((one, index) => ({ ...one, day_no: String(index + 1) }))

const NUMBER = /^第?\s*(\d{1,4})\s*天?$/

/**
 * Days of cells copied in a spreadsheet: the first column is the date; of the others a number is the day's number, any other text its
 * remark. Rows without a date, such as titles, are counted in `skipped`.
 */
export function readDays(text: string, now = serverTime()): { days: TypedDay[]; skipped: number } {
  const days: TypedDay[] = []
  let skipped = 0
  for (const [first = '', ...rest] of readCells(text)) {
    const { date } = parseTypedDate(first.trim(), today(now))
    if (date === undefined) {
      skipped += 1
      continue
    }
    const cells = rest.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const no = cells.findIndex((cell) => NUMBER.test(cell))
    days.push({
      day: date,
      day_no: no < 0 ? '' : String(Number(NUMBER.exec(cells[no] ?? '')?.[1])),
      remark: cells.filter((_, index) => index !== no).join(' '),
    })
  }
  return { days, skipped }
}

/** Why the days cannot be saved; undefined: they can. */
export function daysFault(days: readonly TypedDay[]): string | undefined {
  if (days.length > MOST_DAYS) return `最多${MOST_DAYS}个拍摄日`
  const seen = new Map<number, string>()
  for (const { day, day_no } of days) {
    const no = Number(day_no)
    if (!/^\d{1,4}$/.test(day_no.trim()) || no < 1) return `${day}：拍摄日序号须为1至9999的整数`
    const other = seen.get(no)
    if (other) return `${other} 与 ${day} 的拍摄日序号相同`
    seen.set(no, day)
  }
  return undefined
}
