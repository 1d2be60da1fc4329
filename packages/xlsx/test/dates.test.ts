import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayToSerial, isoToDay, serialToDay } from '../src/dates.ts'

describe('serial dates', () => {
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
  test('a day survives the conversion to a serial and back', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (instant) => {
        const day = instant.toISOString().slice(0, 10)
        expect(serialToDay(dayToSerial(day)!, false)).toEqual({ date: day, time: null })
        expect(isoToDay(day)).toEqual({ date: day, time: null })
      }),
    )
  })

  test('no serial for what is no day, or is before 1900', () => {
    for (const text of ['1899-12-31', '2026-02-30', '2026-1-1', '', 'x']) expect(dayToSerial(text)).toBeNull()
  })
})
