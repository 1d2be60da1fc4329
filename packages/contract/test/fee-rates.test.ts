import { describe, expect, test } from 'vitest'
import { DELIVERED_RATES, feeRate, rateOn, withheldFrom } from '../src/fee-rates.ts'

describe('rates', () => {
  test('hold from their day', () => {
    expect(rateOn(DELIVERED_RATES, 'labor', '2018-12-31')).toBeUndefined()
    expect(rateOn(DELIVERED_RATES, 'vat', '2026-10-31')?.withheld).toBe(false)
    expect(rateOn(DELIVERED_RATES, 'vat', '2026-11-01')?.withheld).toBe(true)
    const first = (['vat', 'script_vat'] as const).map((kind) => withheldFrom(DELIVERED_RATES, kind))
    expect(first).toEqual(['2026-11-01', null])
    expect(rateOn(DELIVERED_RATES, 'script_vat', '2026-11-01')?.withheld).toBe(false)
    const later = feeRate.parse({
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
    ['a bracket of all', [{ up_to: null, percent: '100', deduction: '0' }]],
  ])('refuse %s', (_, brackets) => {
    const rate = {
      kind: 'labor',
      holds_from: '2027-01-01',
      flat_up_to: '4000',
      flat: '800',
      percent: '20',
      brackets,
    }
    expect(feeRate.safeParse(rate).success).toBe(false)
  })

  test('refuse VAT of all that is paid', () => {
    const vat = { kind: 'vat', holds_from: '2028-01-01', holds_to: null, exempt_below: '0', withheld: true }
    const of = (percent: string) => feeRate.safeParse({ ...vat, percent }).success
    expect([of('99.99'), of('100')]).toEqual([true, false])
  })
})
