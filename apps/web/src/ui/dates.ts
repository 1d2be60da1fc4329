import { addDays, DATE_SHORTCUTS, parseTypedDate, today } from '@pianzhang/contract/calendar'
import dayjs, { type Dayjs } from 'dayjs'

/** What a picker understands while somebody types; every other spelling is settled by `readTyped` when the field is left. */
export const TYPED_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'MM-DD']

const FORMAT = 'YYYY-MM-DD'

/** The days of a picker are only carriers of year, month and day: they are never instants. */
export const toDay = (date: string | null | undefined): Dayjs | null => {
  if (!date) return null
  const day = dayjs(date, FORMAT, true)
  return day.isValid() ? day : null
}

export const fromDay = (day: Dayjs | null | undefined): string | null => day?.format(FORMAT) ?? null

/** What a person calls a day; a spreadsheet does not. */
const AGO = new Map([
  ['今天', 0],
  ['昨天', 1],
  ['前天', 2],
])

/** The period of a shortcut typed by its name (本月), for those who do not reach for the mouse; null where it is none. */
export function readShortcut(text: string): readonly [start: string, end: string] | null {
  const shortcut = DATE_SHORTCUTS.find(({ label }) => label === text.trim())
  return shortcut ? shortcut.range(today(new Date())) : null
}

/** A day in the contract's spelling, or why it is none; null for an empty text. Month and day alone mean this year in Shanghai. */
export function readTyped(
  text: string,
): { date: string | null; error?: undefined } | { date?: undefined; error: string } {
  if (text.trim() === '') return { date: null }
  const ago = AGO.get(text.trim())
  if (ago !== undefined) return { date: addDays(today(new Date()), -ago) }
  const typed = parseTypedDate(text, today(new Date()))
  return typed.date === undefined ? { error: typed.error } : { date: typed.date }
}

/** For antd forms: a `DateField` hands on what cannot be a day as it was typed, so that it is refused in words and not lost. */
export const dateRule = (missing?: string) => ({
  validator: (_: unknown, value: string | null | undefined) => {
    if (!value) return missing ? Promise.reject(new Error(missing)) : Promise.resolve()
    const typed = readTyped(value)
    return typed.error === undefined ? Promise.resolve() : Promise.reject(new Error(typed.error))
  },
})
