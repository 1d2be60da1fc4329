import { expect, test } from 'vitest'
import { isHead } from '../../../ui/table/groups.ts'
import type { LineRow, Payer } from '../api.ts'
import { selectedOf, withLines } from './groups.ts'

const row = (code: string, payer = '甲') => ({ code, payer }) as LineRow
const payer = (name: string, count: number): Payer => ({
  payer: name,
  refunds: { count: 0, amount_yuan: '0.00' },
  count,
  lacking_yuan: '30.00',
  ages: [
    { age: '0_30', count: 1, lacking_yuan: '10.00' },
    { age: '31_60', count: 0, lacking_yuan: '0.00' },
    { age: '61_90', count: 0, lacking_yuan: '0.00' },
    { age: 'over_90', count: count - 1, lacking_yuan: '20.00' },
  ],
})
const heads = { onToggle: () => {}, onMore: () => {} }
const words = (lines: ReturnType<typeof withLines>) =>
  lines.map((line) => (isHead(line) ? `${line.label} ${line.note}${line.open ? '：' : ''}` : line.code))

test('what a payer gave back stands beside what is chased', () => {
  const given = { ...payer('甲', 2), refunds: { count: 1, amount_yuan: '1000.00' } }
  expect(words(withLines([given], { ...heads, opened: new Map() }))).toEqual(['甲 2 笔，已退款 1,000.00 元'])
})

test('the lines of an opened payer stand below it, and a word for those that are not read', () => {
  const opened = new Map([['甲', { items: [row('a'), row('b')], count: 5 }]])
  expect(words(withLines([payer('甲', 5), payer('', 1)], { ...heads, opened }))).toEqual([
    '甲 5 笔：',
    'a',
    'b',
    '其余 3 笔 在“按账龄”中查看',
    '未填付款方 1 笔',
  ])
  // While they are being read only the head is there.
  expect(words(withLines([payer('甲', 5)], { ...heads, opened: new Map([['甲', undefined]]) }))).toEqual([
    '甲 5 笔：',
  ])
})

test('a payer has its amounts by age, without those of nothing, and old ones in red', () => {
  const [head] = withLines([payer('甲', 2)], { ...heads, opened: new Map() })
  expect(head).toMatchObject({
    amounts: { '0_30': '10.00', over_90: '20.00', amount: '30.00' },
    urgent: ['over_90'],
  })
  expect(Object.keys((head as { amounts: object }).amounts)).not.toContain('31_60')
})

test('a payer is selected as a whole or in part, as far as its lines can be linked at once', () => {
  const selected = new Map([['a', row('a')]])
  expect(selectedOf(payer('甲', 2), selected)).toBe('some')
  expect(selectedOf(payer('甲', 1), selected)).toBe('all')
  expect(selectedOf(payer('乙', 1), selected)).toBe('none')
  const many = new Map(Array.from({ length: 200 }, (_, at) => [String(at), row(String(at))]))
  expect(selectedOf(payer('甲', 5_000), many)).toBe('all')
})
