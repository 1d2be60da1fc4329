import { addDays } from '@pianzhang/contract/calendar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depth } from '../../../../../scripts/depth.ts'
import { type Due, isDueOn } from '../../../src/features/reminders/load.ts'

const single = (day: string): Due => ({
  category: 0,
  mode: null,
  judge_date: null,
  start_at: day,
  end_at: day,
})
const daily = (judge_date: number, start_at: string, end_at: string): Due => ({
  category: 1,
  mode: 0,
  judge_date,
  start_at,
  end_at,
})
const monthly = (judge_date: number, start_at: string, end_at: string): Due => ({
  ...daily(judge_date, start_at, end_at),
  mode: 1,
})

/** The days on which it is due, from a year before to a year after its period. */
function daysOf(due: Due): string[] {
  const days: string[] = []
  for (let day = addDays(due.start_at, -366); day <= addDays(due.end_at, 366); day = addDays(day, 1))
    if (isDueOn(day, due)) days.push(day)
  return days
}

describe('a reminder is due', () => {
  test.each<[string, Due, string[]]>([
    ['once', single('2026-11-22'), ['2026-11-22']],
    ['on a leap day', single('2028-02-29'), ['2028-02-29']],
    [
      'every day',
      daily(1, '2026-12-30', '2027-01-02'),
      ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
    ],
    [
      'every 7 days from the start',
      daily(7, '2024-02-20', '2024-03-05'),
      ['2024-02-20', '2024-02-27', '2024-03-05'],
    ],
    ['not after the last day', daily(7, '2024-02-20', '2024-03-04'), ['2024-02-20', '2024-02-27']],
    ['only at the start if the step is longer', daily(400, '2026-01-01', '2026-12-31'), ['2026-01-01']],
    ['monthly', monthly(15, '2026-11-16', '2027-02-14'), ['2026-12-15', '2027-01-15']],
    ['on both ends', monthly(15, '2026-11-15', '2026-12-15'), ['2026-11-15', '2026-12-15']],
    [
      'on the last day of shorter months',
      monthly(31, '2026-01-31', '2026-06-30'),
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ],
    ['on 29 February of a leap year', monthly(30, '2028-02-01', '2028-03-30'), ['2028-02-29', '2028-03-30']],
    ['on the 28th of other years', monthly(29, '2027-02-01', '2027-03-28'), ['2027-02-28']],
    ['never, if no such day is in its period', monthly(31, '2026-04-01', '2026-04-29'), []],
    ['on one day only', daily(3, '2026-11-22', '2026-11-22'), ['2026-11-22']],
  ])('%s', (_, due, days) => expect(daysOf(due)).toEqual(days))
})

/** Walks from the first day to the last, a day at a time, and counts. */
function walk({ mode, judge_date, start_at, end_at }: Due): string[] {
  const found: string[] = []
  const step = judge_date ?? 0
  let since = 0
  for (const day = new Date(`${start_at}T00:00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10)
    if (text > end_at) return found
    const tomorrow = new Date(day.getTime() + 86_400_000)
    const isLast = tomorrow.getUTCMonth() !== day.getUTCMonth()
    const onItsDay = day.getUTCDate() === step || (isLast && day.getUTCDate() < step)
    if (mode === 0 ? since === 0 : onItsDay) found.push(text)
    since = (since + 1) % step
  }
}

const start = fc
  .date({ min: new Date('1999-01-01'), max: new Date('2101-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('over years it is due on the days that a walk through the calendar finds', () => {
  const length = fc.oneof(fc.nat(90), fc.nat(1_500))
  const mode = fc.oneof(
    fc.record({ mode: fc.constant(0), judge_date: fc.integer({ min: 1, max: 800 }) }),
    fc.record({ mode: fc.constant(1), judge_date: fc.integer({ min: 1, max: 31 }) }),
  )
  fc.assert(
    fc.property(start, length, mode, (start_at, days, how) => {
      const due: Due = { category: 1, start_at, end_at: addDays(start_at, days), ...how }
      expect(daysOf(due)).toEqual(walk(due))
    }),
    { numRuns: depth(40, 200) },
  )
})

test('monthly is due once in each whole month of its period', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 31 }), (day, judge_date) => {
      const year = day.slice(0, 4)
      const days = daysOf(monthly(judge_date, `${year}-01-01`, `${year}-12-31`))
      expect(new Set(days.map((one) => one.slice(0, 7))).size).toBe(12)
      expect(days).toHaveLength(12)
    }),
    { numRuns: depth(10, 50) },
  )
})
