import { addDays, daysBetween, formatInstant, today } from '@pianzhang/contract/calendar'
import { type AccountChange, CHANGED_DAYS } from '@pianzhang/contract/payee-link'

interface Changed {
  account_changed_at: Date | null
  account_changed_by: string
}

/** The change of a payee's account, as long as it is marked; else null. By the calendar of Shanghai. */
export function accountChangeOf(row: Changed, now: Date): AccountChange | null {
  if (row.account_changed_at === null) return null
  const day = today(row.account_changed_at)
  const days = daysBetween(day, today(now))
  if (days < 0 || days > CHANGED_DAYS) return null
  return {
    days,
    by: row.account_changed_by,
    at: formatInstant(row.account_changed_at),
    until: addDays(day, CHANGED_DAYS),
  }
}

/** The first day whose changes are marked. */
export const firstMarkedDay = (now: Date): string => addDays(today(now), -CHANGED_DAYS)
