import { addDays, today } from '@pianzhang/contract/calendar'
import { expect, test } from 'vitest'
import { readShortcut, readTyped } from './dates.ts'

const now = today(new Date())

test('days by their names', () => {
  expect(readTyped(' 今天 ')).toEqual({ date: now })
  expect(readTyped('昨天')).toEqual({ date: addDays(now, -1) })
  expect(readTyped('前天')).toEqual({ date: addDays(now, -2) })
})

test.each(['明天', 'toString', 'constructor', '__proto__'])('%s is no day', (text) => {
  expect(readTyped(text)).toEqual({ error: expect.stringMatching(/\p{Script=Han}/u) })
})

test('periods by their names', () => {
  expect(readShortcut('今天')).toEqual([now, now])
  expect(readShortcut(' 本年 ')).toEqual([`${now.slice(0, 4)}-01-01`, `${now.slice(0, 4)}-12-31`])
  expect(readShortcut('本')).toBeNull()
  expect(readShortcut('')).toBeNull()
})
