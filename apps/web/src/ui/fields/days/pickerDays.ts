import { isDate } from '@pianzhang/contract/calendar'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { DateText } from './dates.ts'

dayjs.locale('zh-cn')

/**
 * Formats that the picker parses while typing; `readTyped` parses all others on blur, also a day without a year, which the picker would put
 * into the year of the computer's clock.
 */
export const TYPED_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD']

const FORMAT = 'YYYY-MM-DD'

/** The picker's Dayjs values carry only year, month and day; they are never used as instants. */
export const toDay = (date: DateText | undefined): Dayjs | null =>
  date && isDate(date) ? dayjs(date, FORMAT, true) : null

export const fromDay = (day: Dayjs | null | undefined): string | null => day?.format(FORMAT) ?? null
