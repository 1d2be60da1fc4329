import { expect, test } from 'vitest'
import { everyRow, openAtFirst, shownRows, treeOf } from './tree.ts'

const item = (code: string, level: number, parent_code: string | null, difference_yuan: string) => ({
  code,
  out_code: code,
  name: code,
  level,
  parent_code,
  a_yuan: '0.00',
  b_yuan: difference_yuan,
  difference_yuan,
})
const ITEMS = [
  item('1', 0, null, '0.00'),
  item('1-1', 1, '1', '0.00'),
  item('1-1-1', 2, '1-1', '-5.00'),
  item('1-1-2', 2, '1-1', '5.00'),
  item('1-1-3', 2, '1-1', '0.00'),
  item('1-2', 1, '1', '0.00'),
  item('1-2-1', 2, '1-2', '0.00'),
  item('2', 0, null, '0.00'),
  item('2-1', 1, '2', '0.00'),
  item('2-1-1', 2, '2-1', '0.00'),
]
const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)

test('subjects stand below their parents; only those that differ with all above them, though those differ by nothing', () => {
  expect(codes(everyRow(treeOf(ITEMS, false)))).toEqual(codes(ITEMS))
  expect(codes(everyRow(treeOf(ITEMS, true)))).toEqual(['1', '1-1', '1-1-1', '1-1-2'])
  expect(treeOf([], true)).toEqual([])
})

test('what differs is open at first', () => {
  const open = openAtFirst(ITEMS)
  expect([...open]).toEqual(['1', '1-1'])
  expect(codes(shownRows(treeOf(ITEMS, false), open))).toEqual([
    ...['1', '1-1', '1-1-1', '1-1-2', '1-1-3', '1-2'],
    '2',
  ])
})
