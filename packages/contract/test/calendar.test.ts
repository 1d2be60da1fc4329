import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  addDays,
  addYears,
  DATE_SHORTCUTS,
  dateInput,
  formatInstant,
  isDate,
  MAX_DATE,
  MIN_DATE,
  parseTypedDate,
  today,
} from '../src/calendar.ts'

const issues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message)
const NOW = '2026-11-21'
const days = fc
  .date({
    min: new Date(`${MIN_DATE}T00:00:00Z`),
    max: new Date(`${MAX_DATE}T00:00:00Z`),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10))

describe('dates', () => {
  test.each(['2026-11-21', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isDate(text)).toBe(true)
    expect(dateInput.parse(text)).toBe(text)
  })
  test.each([
    ['2026-02-29', '日期不存在'],
    ['1900-02-29', '日期不存在'],
    ['2026-04-31', '日期不存在'],
    ['2026-13-01', '日期不存在'],
    ['2026-00-10', '日期不存在'],
    ['2026-01-00', '日期不存在'],
    ['1899-12-31', '日期不能早于1900年'],
    ['0026-11-21', '日期不能早于1900年'],
    ['2026-1-5', '日期格式应为 YYYY-MM-DD'],
    ['20261121', '日期格式应为 YYYY-MM-DD'],
    ['2026-11-21T00:00:00Z', '日期格式应为 YYYY-MM-DD'],
    ['２０２６-11-21', '日期格式应为 YYYY-MM-DD'],
    [' 2026-11-21', '日期格式应为 YYYY-MM-DD'],
    ['2026-11-21\n', '日期格式应为 YYYY-MM-DD'],
    ['+2026-11-21', '日期格式应为 YYYY-MM-DD'],
    [20261121, '日期格式应为 YYYY-MM-DD'],
    [undefined, '请选择日期'],
    [null, '请选择日期'],
    ['', '请选择日期'],
  ])('%j: %s', (input, message) => expect(issues(dateInput, input)).toEqual([message]))
  test('OpenAPI', () => {
    expect(z.toJSONSchema(dateInput, { io: 'input' })).toMatchObject({
      type: 'string',
      format: 'date',
      example: '2026-11-21',
    })
  })
})

describe('typed dates', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['11-21', '2026-11-21'],
    ['1-5', '2027-01-05'],
    ['11/21', '2026-11-21'],
    ['11.21', '2026-11-21'],
    ['2026/11/21', '2026-11-21'],
    ['2026/1/5', '2026-01-05'],
    ['2026.1.5', '2026-01-05'],
    ['2026年11月21日', '2026-11-21'],
    ['2026 年 1 月 5 日', '2026-01-05'],
    ['1月5日', '2027-01-05'],
    ['1月5号', '2027-01-05'],
    ['　２０２６－１－５ ', '2026-01-05'],
    ['２０２６１１２１', '2026-11-21'],
    ['2026。1。5', '2026-01-05'],
    ['2026-11-21 00:00:00', '2026-11-21'],
    ['2026/11/21 0:00', '2026-11-21'],
    ['2024-2-29', '2024-02-29'],
  ])('%s is %s', (text, date) => expect(parseTypedDate(text, NOW)).toEqual({ date }))
  test.each([
    ['2-29', '日期不存在'],
    ['13-1', '日期不存在'],
    ['20260230', '日期不存在'],
    ['1026-11-21', '日期不能早于1900年'],
    ['26-11-21', '日期格式应为 YYYY-MM-DD'],
    ['2026-11/21', '日期格式应为 YYYY-MM-DD'],
    ['2026-11', '日期格式应为 YYYY-MM-DD'],
    ['1121', '日期格式应为 YYYY-MM-DD'],
    ['2026-11-21 08:00', '日期格式应为 YYYY-MM-DD'],
    ['45000', '日期格式应为 YYYY-MM-DD'],
    ['昨天', '日期格式应为 YYYY-MM-DD'],
    ['x'.repeat(1e6), '日期格式应为 YYYY-MM-DD'],
    ['', '请选择日期'],
  ])('%j: %s', (text, error) => expect(parseTypedDate(text, NOW)).toEqual({ error }))
  test.each([
    ['12-28', '2027-01-05', '2026-12-28'],
    ['1-10', '2026-12-28', '2027-01-10'],
    ['5月30日', '2026-11-28', '2026-05-30'],
    ['5-29', '2026-11-28', '2027-05-29'],
    ['2-29', '2027-12-20', '2028-02-29'],
  ])('%s on %s is %s', (text, now, date) => expect(parseTypedDate(text, now)).toEqual({ date }))
  test('every way of writing a day is that day', () => {
    fc.assert(
      fc.property(days, (date) => {
        const [y, m, d] = date.split('-').map(Number)
        const ways = [
          date,
          date.replaceAll('-', ''),
          `${y}/${m}/${d}`,
          `${y}.${m}.${d}`,
          `${y}年${m}月${d}日`,
        ]
        for (const way of ways) expect(parseTypedDate(way, NOW)).toEqual({ date })
        expect(parseTypedDate(`${m}-${d}`, date)).toEqual({ date })
      }),
    )
  })
})

describe('instants and periods', () => {
  test('today is the day in Shanghai', () => {
    expect(today(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20')
    expect(today(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
    expect(formatInstant(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21T00:00:00.000+08:00')
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9990-01-01'), noInvalidDate: true }),
        (instant) => {
          expect(new Date(formatInstant(instant)).getTime()).toBe(instant.getTime())
          expect(formatInstant(instant).slice(0, 10)).toBe(today(instant))
        },
      ),
    )
  })
  test('shortcuts', () => {
    const ranges = (date: string) =>
      Object.fromEntries(DATE_SHORTCUTS.map(({ label, range }) => [label, range(date)]))
    expect(ranges('2026-11-22')).toEqual({
      今天: ['2026-11-22', '2026-11-22'],
      本周: ['2026-11-16', '2026-11-22'],
      本月: ['2026-11-01', '2026-11-30'],
      上月: ['2026-10-01', '2026-10-31'],
      本年: ['2026-01-01', '2026-12-31'],
    })
    expect(ranges('2024-01-01')).toMatchObject({
      本周: ['2024-01-01', '2024-01-07'],
      上月: ['2023-12-01', '2023-12-31'],
    })
    expect(ranges('2024-03-31')).toMatchObject({ 上月: ['2024-02-01', '2024-02-29'] })
    expect(ranges('2026-01-01')).toMatchObject({ 本周: ['2025-12-29', '2026-01-04'] })
  })
  test('adding years and days', () => {
    expect(addYears('2026-11-21', 3)).toBe('2029-11-21')
    expect(addYears('2024-02-29', 3)).toBe('2027-02-28')
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  })
})
