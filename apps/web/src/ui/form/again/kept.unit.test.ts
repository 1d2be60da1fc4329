import { expect, test } from 'vitest'
import { mergeFields } from '../conflict/fields.ts'
import { keepable, nextValues } from './keptValues.ts'

interface Values {
  day: string
  payer: string
  amount: string
  from: string | null
  to: string | null
}
const field = mergeFields<Values>()
const FIELDS = [
  field.text('day', '付款时间'),
  field.text('payer', '付款方'),
  field.amount('amount', '付款金额（元）'),
  field.group(['from', 'to'], '提醒安排', () => ''),
]
const EMPTY: Values = { day: '2026-11-21', payer: '', amount: '', from: null, to: null }
const SAVED: Values = { day: '2026-10-01', payer: '甲', amount: '12.00', from: 'a', to: 'b' }

test('what belongs to one record is not offered, and a group is one choice', () => {
  expect(keepable(FIELDS, ['amount'], ['day', 'from']).map(({ label, kept }) => [label, kept])).toEqual([
    ['付款时间', true],
    ['付款方', false],
    ['提醒安排', false],
  ])
})

test('the next record has the kept values, and the others of an empty one', () => {
  expect(nextValues(EMPTY, SAVED, ['day', 'from', 'to'], ['amount'])).toEqual({
    day: '2026-10-01',
    payer: '',
    amount: '',
    from: 'a',
    to: 'b',
  })
})

test('a stored choice keeps neither what belongs to one record nor a field that is gone', () => {
  expect(nextValues(EMPTY, SAVED, ['amount', 'gone'], ['amount'])).toEqual(EMPTY)
})
