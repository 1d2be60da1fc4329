import { expect, test } from 'vitest'
import { orderOf, overrunsOf, shownRows, toggled } from './tree.ts'

const row = (code: string, variance_yuan: string) => ({
  code,
  out_code: code,
  level: code.length / 2 - 1,
  parent_code: code.length > 2 ? code.slice(0, -2) : null,
  variance_yuan,
})
const ROWS = [
  row('01', '1.00'),
  row('0101', '-3.00'),
  row('0102', '4.00'),
  row('02', '10.00'),
  row('03', '1.00'),
]

test('the largest overrun comes first on each level, equal ones by number', () => {
  const order = orderOf(ROWS, 'variance')
  expect(shownRows(ROWS, order, () => true).map(({ code }) => code)).toEqual([
    '02',
    '01',
    '0102',
    '0101',
    '03',
  ])
})

test('by number, and only what is open', () => {
  const order = orderOf(ROWS, 'number')
  expect(shownRows(ROWS, order, () => true).map(({ code }) => code)).toEqual([
    '01',
    '0101',
    '0102',
    '02',
    '03',
  ])
  expect(shownRows(ROWS, order, () => false).map(({ code }) => code)).toEqual(['01', '02', '03'])
})

test('open subjects', () => {
  expect(toggled(['1900'], '190003')).toEqual(['1900', '190003'])
  expect(toggled(['1900', '190003'], '1900')).toEqual(['190003'])
})

test('of overruns only those of level three count, the largest first and equal ones by number', () => {
  const rows = [
    ...ROWS,
    row('010102', '2.00'),
    row('010101', '2.00'),
    row('010103', '0.00'),
    row('010104', '7.00'),
  ]
  expect(overrunsOf(rows).map(({ code }) => code)).toEqual(['010104', '010101', '010102'])
})
