import { addDays, DATE_SHORTCUTS, isDate, parseTypedDate } from '@pianzhang/contract/calendar'
import { currentDay } from '../../../platform/currentDay.ts'

/**
 * The value of a DateField and of each end of a DateRange: a day `YYYY-MM-DD`, null for none, or typed text that is no day, unchanged.
 * Forms and filters reject such text by `dateRule` or `dateFault`, so that it is neither saved nor lost.
 */
export type DateText = string | null
/** First and last day, both included; either may be open. */
export type Dates = readonly [start: DateText, end: DateText] | null

/** Names of days relative to today, for typed dates only, not for spreadsheets. */
const AGO = new Map([
  ['今天', 0],
  ['昨天', 1],
  ['前天', 2],
])

/** The period of a shortcut typed by its name (本月), for keyboard use; null for any other text. */
export function readShortcut(text: string): readonly [start: string, end: string] | null {
  const shortcut = DATE_SHORTCUTS.find(({ label }) => label === text.trim())
  return shortcut ? shortcut.range(currentDay()) : null
}

/** A day in the contract's spelling, or why it is none; null for an empty text. Month and day alone mean the nearest such day. */
export function readTyped(
  text: string,
): { date: string | null; error?: undefined } | { date?: undefined; error: string } {
  if (text.trim() === '') return { date: null }
  const ago = AGO.get(text.trim())
  if (ago !== undefined) return { date: addDays(currentDay(), -ago) }
  const typed = parseTypedDate(text, currentDay())
  return typed.date === undefined ? { error: typed.error } : { date: typed.date }
}

/** Why the text is no day; undefined for a day and for an empty value. */
export const dateFault = (value: DateText | undefined): string | undefined =>
  value ? readTyped(value).error : undefined

/** The first fault of a period. */
export const datesFault = (dates: Dates | undefined): string | undefined =>
  dateFault(dates?.[0]) ??
  dateFault(dates?.[1]) ??
  (isBackwards(dates) ? '结束日期不能早于开始日期' : undefined)

const isBackwards = (dates: Dates | undefined): boolean =>
  Boolean(dates?.[0] && dates[1] && isDate(dates[0]) && isDate(dates[1]) && dates[0] > dates[1])

/** antd form rule of a day or a period. `missing`: message when it is empty; without it an empty value is valid. */
export const dateRule = (missing?: string) => ({
  validator: (_: unknown, value: DateText | Dates | undefined) => {
    const fault = !value ? missing : typeof value === 'string' ? dateFault(value) : datesFault(value)
    return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault))
  },
})

/** Placeholders of a period's two fields. */
export const RANGE_ENDS = ['开始日期', '结束日期'] as const
/** 付款时间：开始日期 */
export const rangeEndName = (label: string, end: string): string => `${label}：${end}`
