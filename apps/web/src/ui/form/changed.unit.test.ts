import { expect, test } from 'vitest'
import { isChanged } from './changed.ts'

const initial = { name: '定金', period: null as readonly string[] | null, desc: '' }

test('a field that is typed back is not changed, nor by spaces around it', () => {
  expect(isChanged(initial, { ...initial })).toBe(false)
  expect(isChanged(initial, { ...initial, name: ' 定金 ', desc: '  ' })).toBe(false)
  expect(isChanged(initial, { ...initial, name: '定 金' })).toBe(true)
  expect(isChanged(initial, { ...initial, name: '' })).toBe(true)
})

test('an emptied control is null or undefined; fields may come in any order and with others', () => {
  expect(isChanged(initial, { desc: '', period: undefined, name: '定金', more: 1 })).toBe(false)
  expect(isChanged(initial, { ...initial, period: ['2026-01-01', '2026-01-02'] })).toBe(true)
})

test('a range is compared by its days', () => {
  const range = { period: ['2026-01-01', null] }
  expect(isChanged(range, { period: ['2026-01-01', null] })).toBe(false)
  expect(isChanged(range, { period: ['2026-01-01', '2026-01-03'] })).toBe(true)
  expect(isChanged(range, { period: null })).toBe(true)
})
