import { addDays, daysBetween, MAX_DATE, MIN_DATE } from '@pianzhang/contract/calendar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serialToDay } from '../../../src/platform/sheet/dates.ts'

const days = fc
  .integer({ min: 0, max: daysBetween(MIN_DATE, MAX_DATE) })
  .map((offset) => addDays(MIN_DATE, offset))

/** In the 1900 system, which has a 29 February 1900. */
const serialOf = (date: string) => daysBetween('1899-12-31', date) + (date > '1900-02-28' ? 1 : 0)

describe('serials of spreadsheets', () => {
  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, null],
    [61, false, '1900-03-01'],
    [46347, false, '2026-11-21'],
    [46347.75, false, '2026-11-21'],
    [46346.9999999, false, '2026-11-21'],
    [46346.999, false, '2026-11-20'],
    [2958465, false, '9999-12-31'],
    [2958466, false, null],
    [1e300, false, null],
    [0, false, null],
    [-1, false, null],
    [Number.NaN, false, null],
    [0, true, '1904-01-01'],
    [44885, true, '2026-11-21'],
    [60, true, '1904-03-01'],
    [2957003, true, '9999-12-31'],
    [2957004, true, null],
    [-1, true, null],
  ])('%d (1904: %s) is %s', (serial, date1904, date) =>
    expect(serialToDay(serial, date1904)?.date ?? null).toBe(date),
  )
  test('every day has a serial', () => {
    fc.assert(
      fc.property(days, (date) => {
        expect(serialToDay(serialOf(date), false)).toEqual({ date, time: null })
      }),
    )
  })
})
