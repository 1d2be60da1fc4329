import { isDate } from '@pianzhang/contract/calendar'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { DateText } from './dates.ts'

dayjs.locale('zh-cn')

/** What a picker understands while somebody types; every other spelling is settled by `readTyped` when the field is left. */
export const TYPED_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'MM-DD']

const FORMAT = 'YYYY-MM-DD'

/** The days of a picker are only carriers of year, month and day: they are never instants. */
export const toDay = (date: DateText | undefined): Dayjs | null =>
  date && isDate(date) ? dayjs(date, FORMAT, true) : null

export const fromDay = (day: Dayjs | null | undefined): string | null => day?.format(FORMAT) ?? null
