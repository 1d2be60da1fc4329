import { describe, expect, test } from 'vitest'
import { DELIVERED_RATES, laborRate, rateOn, withheldFrom } from '../src/labor-tax-rates.ts'

describe('rates', () => {
  test('hold from their day', () => {
    expect(rateOn(DELIVERED_RATES, 'labor', '2018-12-31')).toBeUndefined()
    expect(rateOn(DELIVERED_RATES, 'vat', '2026-10-31')?.withheld).toBe(false)
    expect(rateOn(DELIVERED_RATES, 'vat', '2026-11-01')?.withheld).toBe(true)
    expect(withheldFrom(DELIVERED_RATES)).toBe('2026-11-01')
    const later = laborRate.parse({
      kind: 'script',
      holds_from: '2027-01-01',
      flat_up_to: '0',
      flat: '0',
      percent: '20',
      brackets: [{ up_to: null, percent: '10', deduction: '0' }],
    })
    const rates = [...DELIVERED_RATES, later]
    expect(rateOn(rates, 'script', '2026-12-31')?.brackets[0]?.percent).toBe(2_000n)
    expect(rateOn(rates, 'script', '2027-01-01')?.brackets[0]?.percent).toBe(1_000n)
  })

  test.each([
    [
      'a jump between brackets',
      [
        { up_to: '20000', percent: '20', deduction: '0' },
        { up_to: null, percent: '30', deduction: '0' },
      ],
    ],
    ['no last bracket', [{ up_to: '20000', percent: '20', deduction: '0' }]],
  ])('refuse %s', (_, brackets) => {
    const rate = {
      kind: 'labor',
      holds_from: '2027-01-01',
      flat_up_to: '4000',
      flat: '800',
      percent: '20',
      brackets,
    }
    expect(laborRate.safeParse(rate).success).toBe(false)
  })
})
