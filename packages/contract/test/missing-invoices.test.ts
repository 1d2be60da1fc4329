import { describe, expect, test } from 'vitest'
import { addDays } from '../src/calendar.ts'
import { DEFAULT_PAY_CATEGORIES, NO_INVOICE_CATEGORIES } from '../src/lists.ts'
import {
  AGES,
  ageDays,
  ageOf,
  FLAGS,
  flagDays,
  flagOf,
  invoiceTitleBody,
  linkBody,
  REASONS,
} from '../src/missing-invoices.ts'

const TODAY = '2026-11-22'

test.each([
  ['2026-11-22', '0_30'],
  ['2026-12-01', '0_30'],
  ['2026-10-23', '0_30'],
  ['2026-10-22', '31_60'],
  ['2026-09-23', '31_60'],
  ['2026-09-22', '61_90'],
  ['2026-08-24', '61_90'],
  ['2026-08-23', 'over_90'],
  ['1999-01-01', 'over_90'],
])('on 2026-11-22 what was paid on %s is %s', (day, age) => {
  expect(ageOf(day, TODAY)).toBe(age)
})

test.each([
  ['2026-12-31', '2027-02-28', null],
  ['2026-01-01', '2027-03-01', 'due'],
  ['2026-12-31', '2027-05-31', 'due'],
  ['2026-12-31', '2027-06-01', 'late'],
  ['2027-01-01', '2027-06-01', null],
  ['2025-12-31', '2027-01-01', 'late'],
  ['2026-06-30', '2026-04-01', null],
])('what was paid on %s is on %s: %s', (day, today, flag) => {
  expect(flagOf(day, today)).toBe(flag)
})

describe('the days of groups are those of their members', () => {
  const days = Array.from({ length: 1_000 }, (_, index) => addDays(TODAY, index - 900))
  const inside = ([first, last]: readonly [string | null, string | null], day: string) =>
    (first === null || day >= first) && (last === null || day <= last)

  test.each(AGES.map(({ code }) => code))('age %s', (age) => {
    for (const day of days) expect(inside(ageDays(age, TODAY), day)).toBe(ageOf(day, TODAY) === age)
  })

  test.each(FLAGS.map(({ code }) => code))('flag %s', (flag) => {
    for (const today of ['2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01', TODAY]) {
      const found = flagDays(flag, today)
      for (const day of days)
        expect(found !== undefined && inside(found, day)).toBe(flagOf(day, today) === flag)
    }
  })
})

test('reasons keep their numbers, which are stored; types without invoices are among the first types', () => {
  expect(REASONS.map(({ label }) => label)).toEqual([
    '未填凭证类型',
    '无票',
    '未关联发票',
    '发票异常',
    '金额不足',
    '缺电子原件',
  ])
  expect(DEFAULT_PAY_CATEGORIES).toEqual(expect.arrayContaining([...NO_INVOICE_CATEGORIES]))
})

test('a title takes a tax number as people type it', () => {
  const of = (tax_no: string) => invoiceTitleBody.safeParse({ tax_no })
  expect(of(' 9111 0105ma0000000x ').data?.tax_no).toBe('91110105MA0000000X')
  expect(of('').data?.tax_no).toBe('')
  expect(of('123').error?.issues[0]?.message).toBe('税号应为15至20位数字或字母')
})

test('a link names lines once, and an invoice for each', () => {
  const faults = (...items: object[]) =>
    linkBody.safeParse({ items }).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(faults({ line_code: 'a' }, { line_code: 'a', check_invoice_code: 'i' })).toEqual([
    ['items.0.check_invoice_code', '请选择发票'],
    ['items.1.line_code', '明细重复'],
  ])
  expect(faults({ line_code: 'a', invoices: [] })).toEqual([['items.0.check_invoice_code', '请选择发票']])
  expect(faults()).toEqual([['items', '请选择要补票的明细']])
})
