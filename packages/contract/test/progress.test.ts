import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fen, fenOf, parseYuan } from '../src/money.ts'
import { NO_SHARE, progress } from '../src/progress.ts'

const fen = (yuan: string): Fen => parseYuan(yuan) ?? 0n

describe('the progress helper', () => {
  it.each([
    // [what, budget, actual, first, second]
    ['both are 0', '0', '0', '0.00', '0.00'],
    ['there is no budget', '0', '0.01', '0.00', '101.00'],
    ['there is no budget and a refund', '0', '-5', '0.00', '101.00'],
    ['nothing was used', '4800', '0', '100.00', '0.00'],
    ['nothing was used of a negative budget', '-3', '0', '100.00', '0.00'],
    ['they are equal', '26.5', '26.5', '100.00', '100.00'],
    ['they are equal and negative', '-26.5', '-26.5', '100.00', '100.00'],
    ['less was used', '4800', '4526', '100.00', '94.29'],
    ['more was used', '4526', '4800', '94.29', '100.00'],
    ['a third was used', '3', '1', '100.00', '33.33'],
    ['two thirds were used', '3', '2', '100.00', '66.67'],
    ['a half of the last decimal is rounded away from zero', '20000', '0.01', '100.00', '0.00'],
    ['a half of the last decimal, exactly', '200', '0.01', '100.00', '0.01'],
    ['almost all was used', '100000', '99999.99', '100.00', '100.00'],
    ['the budget is used many times', '0.01', '9999999999999.99', '0.00', '100.00'],
    ['more was refunded than used', '100', '-25', '100.00', '-25.00'],
    ['the budget is negative', '-25', '100', '-25.00', '100.00'],
    ['both are negative, the budget is larger', '-50', '-100', '100.00', '200.00'],
    ['both are negative, the used is larger', '-100', '-50', '200.00', '100.00'],
  ])('when %s', (_, budget, actual, first, second) => {
    expect(progress(fen(budget), fen(actual))).toEqual({ first, second })
  })

  it('is exact where floats are not', () => {
    // 0.285 is 0.28499999999999998 as a float.
    expect(progress(10_000_000_000_000_000_000_000n, 28_500_000_000_000_000_000n)).toEqual({
      first: '100.00',
      second: '0.29',
    })
    expect(progress(9_007_199_254_740_993n * 2n, 9_007_199_254_740_993n).second).toBe('50.00')
  })

  it('gives the larger 100, and differs from the true share by half of the last decimal at most', () => {
    const amount = fc.bigInt(1n, 10n ** 24n)
    fc.assert(
      fc.property(amount, amount, (budget, actual) => {
        const { first, second } = progress(budget, actual)
        const [less, more, shorter, longer] =
          budget < actual ? [budget, actual, first, second] : [actual, budget, second, first]
        const error = fenOf(shorter) * more - less * 10_000n
        expect(longer).toBe('100.00')
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(more)
      }),
    )
  })

  it('tells an amount without a budget from every share', () => {
    const amount = fc.bigInt(1n, 10n ** 15n)
    fc.assert(
      fc.property(amount, amount, (budget, actual) => {
        expect(progress(budget, actual).second).not.toBe(NO_SHARE)
      }),
    )
  })
})
