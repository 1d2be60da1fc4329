import type { Bucket, Payable } from '@pianzhang/contract/payables'
import { expect, test } from 'vitest'
import { isHead } from '../../ui/table/groups.ts'
import { byDay, byPayee, type PageOfHeads } from './groups.ts'

const row = (code: string, bucket: Bucket, payee = '甲') =>
  ({ code, bucket, payee, rest_yuan: '1.00' }) as Payable
const sum = (bucket: Bucket, count: number) => ({ bucket, count, rest_yuan: `${count}.00` })
const page = (part: Partial<PageOfHeads> = {}): PageOfHeads => ({
  folded: new Set(),
  from: 0,
  size: 2,
  onToggle: () => {},
  ...part,
})
const words = (lines: ReturnType<typeof byDay>) =>
  lines.map((line) => (isHead(line) ? `${line.label} ${line.note}` : line.code))

const buckets = [sum('overdue', 3), sum('today', 0), sum('week', 1), sum('later', 5)]

test('heads stand before the first row of each bucket; one that goes on has its head again', () => {
  const first = byDay({ buckets }, [row('a', 'overdue'), row('b', 'overdue')], undefined, page())
  expect(words(first)).toEqual(['逾期 3 笔', 'a', 'b'])
  const second = byDay({ buckets }, [row('c', 'overdue'), row('d', 'week')], undefined, page({ from: 2 }))
  expect(words(second)).toEqual(['逾期（续） 3 笔', 'c', '7天内 1 笔', 'd'])
})

test('folded buckets keep their heads, the last ones on the last page', () => {
  const folded = new Set(['later'])
  const first = page({ folded })
  expect(words(byDay({ buckets }, [row('a', 'overdue'), row('b', 'overdue')], undefined, first))).toEqual([
    '逾期 3 笔',
    'a',
    'b',
  ])
  const last = page({ folded, from: 2 })
  expect(words(byDay({ buckets }, [row('c', 'overdue'), row('d', 'week')], undefined, last))).toEqual([
    '逾期（续） 3 笔',
    'c',
    '7天内 1 笔',
    'd',
    '以后 5 笔',
  ])
  const all = page({ folded: new Set(['overdue', 'week', 'later']) })
  expect(words(byDay({ buckets }, [], undefined, all))).toEqual(['逾期 3 笔', '7天内 1 笔', '以后 5 笔'])
})

test('with a filter by bucket only its head', () => {
  expect(words(byDay({ buckets }, [row('d', 'week')], 'week', page()))).toEqual(['7天内 1 笔', 'd'])
})

test('rows of one payee are one group, also with other texts of the contracts', () => {
  const link = { code: 'p1', name: '丙', account_change: null }
  const rows = [row('a', 'week', '丙'), row('b', 'later', '丙'), row('c', 'week', '丙')]
  for (const one of rows.slice(0, 2)) one.payee_link = link
  const groups = [
    { payee: '丙', payee_code: 'p1', count: 2, rest_yuan: '2.00' },
    { payee: '丙', payee_code: null, count: 1, rest_yuan: '1.00' },
  ]
  expect(words(byPayee({ groups }, rows, page()))).toEqual(['丙 2 笔', 'a', 'b', '丙 1 笔', 'c'])
})

test('by party: each has the sum of all its rows, folded ones their head alone', () => {
  const groups = [
    { payee: '甲', payee_code: null, count: 4, rest_yuan: '4.00' },
    { payee: '乙', payee_code: null, count: 1, rest_yuan: '1.00' },
  ]
  const rows = [row('a', 'week', '甲'), row('b', 'later', '甲'), row('c', 'week', '乙')]
  expect(words(byPayee({ groups }, rows, page({ size: 50 })))).toEqual(['甲 4 笔', 'a', 'b', '乙 1 笔', 'c'])
  expect(words(byPayee({ groups }, rows, page({ folded: new Set(['甲']) })))).toEqual([
    '甲 4 笔',
    '乙 1 笔',
    'c',
  ])
})
