import { expect, test } from 'vitest'
import { daysFault, NO_DAYS, rangeOf, readDays, renumbered, withAdding, withDays } from './days.ts'

const day = (day: string, day_no: string, remark = '') => ({ day, day_no, remark })
const DAYS = [day('2026-11-20', '1', '码头'), day('2026-11-22', '2')]

test('a range of days leaves out those that are there', () => {
  expect(rangeOf(DAYS, '2026-11-19', '2026-11-23', 3)).toEqual([
    day('2026-11-19', '3'),
    day('2026-11-21', '4'),
    day('2026-11-23', '5'),
  ])
  expect(rangeOf(DAYS, '2026-11-23', '2026-11-19', 3)).toEqual([])
})

test('pasted cells: date, number and remark in any order, titles are skipped', () => {
  const text = '日期\t内容\n2026/11/21\t报馆内景\n2026-11-20\t第7天\t夜戏\n11月23日\t9'
  const { days, skipped } = readDays(text, new Date('2026-11-22T04:00:00Z'))
  expect(skipped).toBe(1)
  expect(days).toEqual([
    day('2026-11-21', '', '报馆内景'),
    day('2026-11-20', '7', '夜戏'),
    day('2026-11-23', '9'),
  ])
  expect(withDays(DAYS, days)).toEqual([
    day('2026-11-20', '7', '夜戏'),
    day('2026-11-21', '3', '报馆内景'),
    day('2026-11-22', '2'),
    day('2026-11-23', '9'),
  ])
})

test('numbered anew by date', () => {
  expect(renumbered([day('2026-11-22', '9'), day('2026-11-20', '5')]).map((one) => one.day_no)).toEqual([
    '1',
    '2',
  ])
})

test.each([
  [[day('2026-11-20', '0')], '2026-11-20：拍摄日序号须为1至9999的整数'],
  [[day('2026-11-20', '1.5')], '2026-11-20：拍摄日序号须为1至9999的整数'],
  [[day('2026-11-20', '1'), day('2026-11-21', '01')], '2026-11-20 与 2026-11-21 的拍摄日序号相同'],
  [DAYS, undefined],
])('%j: %s', (days, fault) => {
  expect(daysFault(days)).toBe(fault)
})

test('a range that is chosen and not added is part of what is saved, or says why it cannot be', () => {
  expect(withAdding(DAYS, NO_DAYS)).toEqual({ days: DAYS })
  expect(withAdding(DAYS, { range: ['2026-11-21', null], first: null })).toEqual({
    days: [DAYS[0], day('2026-11-21', '3'), DAYS[1]],
  })
  expect(withAdding([], { range: ['2026-11-21', '2026-11-21'], first: 7 })).toEqual({
    days: [day('2026-11-21', '7')],
  })
  const fault = (from: string | null, to: string | null) =>
    withAdding(DAYS, { range: [from, to], first: null }).fault
  expect(fault('2026-11-20', '2026-11-20')).toBe('这些日期已是拍摄日')
  expect(fault('2026-11-22', '2026-11-21')).toBe('结束日期不能早于开始日期')
  expect(fault('二十日', '2026-11-21')).toBe('请选择开始日期和结束日期')
})
