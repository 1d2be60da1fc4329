import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf, bothOf, type Figure, shareOf, slicesOf, sumsOf } from './figures.ts'

const figure = (key: string, amount: string): Figure => ({ key, name: key, amount })
const figures = fc
  .array(
    fc.bigInt(-(10n ** 16n), 10n ** 16n).filter((fen) => fen !== 0n),
    { maxLength: 30 },
  )
  .map((amounts) => amounts.map((fen, index) => figure(String(index), yuan(fen))))
const fenOfAll = (all: readonly { amount: string }[]) => sum(all.map(({ amount }) => fenOf(amount)))

describe('what a chart shows', () => {
  it('adds up to all there is, in the order it came', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 2, max: 12 }), (all, most) => {
        for (const [shown, of] of [
          [barsOf(all, most), all],
          [slicesOf(all, most), all.filter(({ amount }) => !amount.startsWith('-'))],
        ] as const) {
          expect(shown.figures.length + (shown.rest ? 1 : 0)).toBe(Math.min(of.length, most))
          expect(shown.figures.length + (shown.rest?.count ?? 0)).toBe(of.length)
          expect(fenOfAll([...shown.figures, ...(shown.rest ? [shown.rest] : [])])).toBe(fenOfAll(of))
          expect(of.filter((one) => shown.figures.includes(one))).toEqual(shown.figures)
        }
      }),
    )
  })

  it('keeps the largest, a large refund too', () => {
    const all = [figure('a', '9.00'), figure('b', '2.00'), figure('c', '1.00'), figure('d', '-8.00')]
    expect(barsOf(all, 3)).toEqual({ figures: [all[0], all[3]], rest: { count: 2, amount: '3.00' } })
    expect(slicesOf(all, 2)).toEqual({ figures: [all[0]], rest: { count: 2, amount: '3.00' } })
    expect(sumsOf(all)).toEqual({ net: '4.00', positive: 1200n })
  })
})

it('a pie has one slice for its small figures and for those that did not come along', () => {
  const all = [figure('a', '9.00'), figure('b', '2.00'), figure('c', '1.00')]
  const others = { count: 40, amount: '5.00' }
  expect(slicesOf(all, 4, others)).toEqual({ figures: all, rest: others })
  expect(slicesOf(all, 3, others)).toEqual({ figures: all.slice(0, 2), rest: { count: 41, amount: '6.00' } })
  expect(slicesOf(all, 3, { count: 2, amount: '-5.00' })).toEqual({ figures: all, rest: null })
})

it('what has no bar and what did not come along are one rest', () => {
  const rest = { count: 189, amount: '10.05' }
  expect(bothOf(rest, { count: 50, amount: '-0.10' })).toEqual({ count: 239, amount: '9.95' })
  expect(bothOf(rest, null)).toBe(rest)
  expect(bothOf(null, rest)).toBe(rest)
  expect(bothOf(null, null)).toBeNull()
})

it.each([
  ['1.00', 300n, '33.33%'],
  ['3.00', 300n, '100.00%'],
  ['0.01', 999_999n, '<0.01%'],
  ['-1.00', 300n, '-'],
  ['-1.00', 0n, '-'],
  ['9007199254740993.00', 1_801_439_850_948_198_600n, '50.00%'],
])('the share of %s of %s fen is %s', (amount, positive, share) => {
  expect(shareOf(amount, positive)).toBe(share)
})
