const SECONDS_A_DAY = 86_400
const EPOCH_1900 = Date.UTC(1899, 11, 31)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** 1900-02-29, which Excel has for compatibility with Lotus 1-2-3. */
const INVENTED_DAY = 60

/** `YYYY-MM-DD`, and `HH:MM:SS` unless it is midnight. */
export interface DayAndTime {
  date: string
  time: string | null
}

/**
 * A serial date as a calendar day and time, to the second. Null for days that do not exist (day 0, 1900-02-29) and
 * after the year 9999. A double is exact enough for dates.
 */
export function serialToDay(serial: number, date1904: boolean): DayAndTime | null {
  const seconds = Math.round(serial * SECONDS_A_DAY)
  const day = Math.floor(seconds / SECONDS_A_DAY)
  if (!Number.isFinite(serial) || day < (date1904 ? 0 : 1) || day > 2_958_465) return null
  if (!date1904 && day === INVENTED_DAY) return null
  const shift = !date1904 && day > INVENTED_DAY ? day - 1 : day
  const date = isoDay((date1904 ? EPOCH_1904 : EPOCH_1900) + shift * SECONDS_A_DAY * 1000)
  if (date.length > 10) return null
  const rest = seconds - day * SECONDS_A_DAY
  return { date, time: rest === 0 ? null : clock(rest) }
}

/** A cache: a sheet has many rows and few different days. */
const KNOWN_DAYS = new Map<number, string>()

function isoDay(instant: number): string {
  let text = KNOWN_DAYS.get(instant)
  if (text === undefined) {
    if (KNOWN_DAYS.size > 5000) KNOWN_DAYS.clear()
    text = new Date(instant).toISOString().split('T')[0]!
    KNOWN_DAYS.set(instant, text)
  }
  return text
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}

/** The serial date of a day `YYYY-MM-DD` in the 1900 system, with its 1900-02-29; null if there is no such day, or it is before 1900. */
export function dayToSerial(day: string): number | null {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? instantOf(day) : null
  if (instant === null || instant <= EPOCH_1900) return null
  const serial = (instant - EPOCH_1900) / (SECONDS_A_DAY * 1000)
  return serial < INVENTED_DAY ? serial : serial + 1
}

/** Midnight of a day `YYYY-MM-DD`; null if it does not exist. */
function instantOf(day: string): number | null {
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day
    ? instant.getTime()
    : null
}

/** Day and time of an ISO 8601 text (`t="d"`); null if the day does not exist. The zone is ignored. */
export function isoToDay(text: string): DayAndTime | null {
  const match =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    )
  if (!match) return null
  const date = `${match[1]}-${match[2]}-${match[3]}`
  if (instantOf(date) === null) return null
  const time = `${match[4] ?? '00'}:${match[5] ?? '00'}:${match[6] ?? '00'}`
  return { date, time: time === '00:00:00' ? null : time }
}
