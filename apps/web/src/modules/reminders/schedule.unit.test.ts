import { reminderBody, scheduleProblems } from '@pianzhang/contract/reminders'
import { describe, expect, it, test } from 'vitest'
import { afterCategory, fieldOf, judgeDateFault, type ReminderValues, scheduleOf } from './schedule.ts'

const VALUES: ReminderValues = {
  contract_code: 'c',
  category: '1',
  mode: '1',
  judge_date: ' ２５ ',
  day: '2026-11-22',
  period: ['2026-11-01', '2027-02-28'],
  remark: '',
}
const sent = (values: Partial<ReminderValues>) =>
  reminderBody.parse({ contract_code: 'c', ...scheduleOf({ ...VALUES, ...values }) })

describe('what is sent', () => {
  it('is the period of a recurring reminder, with its mode and day', () => {
    const body = sent({})
    expect(body).toMatchObject({
      category: '1',
      mode: '1',
      judge_date: 25,
      start_at: '2026-11-01',
      end_at: '2027-02-28',
    })
    expect(scheduleProblems(body)).toEqual([])
  })

  it('is only the day of a single one', () => {
    expect(sent({ category: '0' })).toMatchObject({
      mode: null,
      judge_date: null,
      start_at: '2026-11-22',
      end_at: null,
    })
  })
})

test('a change of the category resets mode and day, and keeps the first day', () => {
  const reset = { mode: null, judge_date: '' }
  expect(afterCategory({ category: '1', day: '2026-11-22', period: null })).toEqual({
    ...reset,
    period: ['2026-11-22', null],
  })
  expect(afterCategory({ category: '0', day: null, period: ['2026-11-01', '2026-12-01'] })).toEqual({
    ...reset,
    day: '2026-11-01',
  })
  expect(afterCategory({ category: '1', day: null, period: null })).toEqual({ ...reset, period: null })
})

test.each([
  ['', '1', '请输入提醒日'],
  ['x', '1', '提醒日须为整数'],
  ['1.5', '0', '提醒日须为整数'],
  ['32', '1', '按月提醒时，提醒日须为1至31的整数'],
  ['0', '1', '按月提醒时，提醒日须为1至31的整数'],
  ['-1', '0', '按天提醒时，提醒日须为不小于1的整数'],
  ['0', null, '按天提醒时，提醒日须为不小于1的整数'],
  ['31', '1', undefined],
  ['３２', '0', undefined],
])('the day %j in mode %j: %s', (text, mode, fault) => expect(judgeDateFault(text, mode)).toBe(fault))

test.each([
  ['31', '2026-12-01', '2026-12-15', true],
  ['31', '2026-12-01', '2026-12-31', false],
  ['31', '2027-02-01', '2027-02-28', false],
  ['1', '2026-12-02', '2026-12-31', true],
  ['1', '2026-12-02', '2027-01-01', false],
  ['30', '2028-02-29', '2028-02-29', false],
])('monthly on day %s, from %s to %s: never due %s', (judge_date, from, to, never) =>
  expect(scheduleProblems(sent({ judge_date, period: [from, to] })).map(({ field }) => field)).toEqual(
    never ? ['end_at'] : [],
  ),
)

test('errors of the dates are shown at the field that is there', () => {
  expect(['start_at', 'end_at', 'mode'].map((field) => fieldOf(field, '1'))).toEqual([
    'period',
    'period',
    'mode',
  ])
  expect(fieldOf('start_at', '0')).toBe('day')
})
