import { describe, expect, test } from 'vitest'
import { DELIVERED_RATES, type IncomeRates, laborRate, rateOn, withheldFrom } from '../src/labor-tax-rates.ts'
import {
  grossOfNet,
  NOTHING,
  type TakenOfDay,
  type TakenOfMonth,
  type TaxBasis,
  type Taxed,
  taxOfGross,
  vatIn,
} from '../src/labor-tax-rules.ts'
import { workingOf } from '../src/labor-tax-working.ts'
import { type Fen, fenOf, formatYuan, yuan } from '../src/money.ts'

const DAY = '2026-11-21'
const income = (kind: 'labor' | 'script' | 'nonresident') => rateOn(DELIVERED_RATES, kind, DAY) as IncomeRates
const VAT = rateOn(DELIVERED_RATES, 'vat', DAY) ?? null
const basis = (kind: 'labor' | 'script' | 'nonresident', changes: Partial<TaxBasis> = {}): TaxBasis => ({
  income: income(kind),
  vat: null,
  surcharge: 350n,
  month: NOTHING,
  day: NOTHING,
  ...changes,
})
const fen = (text: string): Fen => fenOf(text.replaceAll(',', ''))

/** What `taken` and a further fee come to. */
const and = (taken: TakenOfMonth, { gross, vat, surcharge, taxable, tax, net }: Taxed): TakenOfMonth => ({
  count: taken.count + 1,
  gross: taken.gross + gross,
  vat: taken.vat + vat,
  surcharge: taken.surcharge + surcharge,
  taxable: taken.taxable + taxable,
  tax: taken.tax + tax,
  net: taken.net + net,
})

describe('residents and non-residents', () => {
  test.each([
    ['800.00', '0.00', '800.00', '0.00'],
    ['4000.00', '640.00', '3360.00', '640.00'],
    ['20000.00', '3200.00', '16800.00', '3200.00'],
    ['50000.00', '10000.00', '40000.00', '8000.00'],
    ['70000.00', '15400.00', '54600.00', '11200.00'],
  ])('%s', (gross, tax, net, script) => {
    const labor = taxOfGross(fen(gross), basis('labor'))
    expect([yuan(labor.tax), yuan(labor.net)]).toEqual([tax, net])
    expect(yuan(taxOfGross(fen(gross), basis('script')).tax)).toBe(script)
  })

  test.each([
    ['50000.00', '7590.00'],
    ['3750.00', '90.00'],
    ['3750.01', '90.00'],
    ['100000.00', '20840.00'],
    ['125000.00', '29840.00'],
  ])('a non-resident with %s pays %s', (gross, tax) => {
    expect(yuan(taxOfGross(fen(gross), basis('nonresident')).tax)).toBe(tax)
  })
})

describe('from net to gross', () => {
  test.each([
    ['800.00', '800.00'],
    ['3360.00', '4000.00'],
    ['10000.00', '11904.76'],
    ['30000.00', '36842.10'],
    ['100000.00', '136764.70'],
  ])('%s', (net, gross) => {
    expect(yuan(grossOfNet(fen(net), basis('labor'))?.gross ?? 0n)).toBe(gross)
  })

  test('is the smallest of those with this net', () => {
    for (const kind of ['labor', 'script', 'nonresident'] as const)
      for (const vat of [null, VAT])
        for (let net = 1n; net <= 250_000n; net += 611n) {
          const of = basis(kind, { vat })
          const found = grossOfNet(net, of)
          expect(found?.net).toBe(net)
          for (let less = 1n; less <= 40n && less < (found?.gross ?? 0n); less++)
            expect(taxOfGross((found?.gross ?? 0n) - less, of).net).toBeLessThan(net)
        }
  })

  test('after a fee of the month', () => {
    const first = taxOfGross(fen('3000.00'), basis('labor'))
    const second = grossOfNet(fen('3000.00'), basis('labor', { month: and(NOTHING, first) }))
    expect([yuan(second?.gross ?? 0n), yuan(second?.tax ?? 0n)]).toEqual(['3619.05', '619.05'])
  })

  test('beyond the largest amount there is none', () => {
    expect(grossOfNet(999_999_999_999_999n, basis('labor'))).toBeNull()
  })
})

test('the fees of a month are one', () => {
  const first = taxOfGross(fen('3000.00'), basis('labor'))
  const second = taxOfGross(fen('3000.00'), basis('labor', { month: and(NOTHING, first) }))
  expect([yuan(first.tax), yuan(second.tax)]).toEqual(['440.00', '520.00'])
  expect([yuan(first.taxable), yuan(second.taxable)]).toEqual(['2200.00', '2600.00'])
})

describe('VAT', () => {
  test('is exempt below 1,000.00 without VAT, and 1 % of the whole from there on', () => {
    if (!VAT) throw new Error('no rates')
    expect(yuan(vatIn(fen('1009.99'), VAT))).toBe('0.00')
    expect(yuan(vatIn(fen('1010.00'), VAT))).toBe('10.00')
  })

  test('is deducted before tax, its surcharge from the taxable amount', () => {
    const taxed = taxOfGross(fen('20000.00'), basis('labor', { vat: VAT }))
    expect([taxed.vat, taxed.surcharge, taxed.tax, taxed.net].map(yuan)).toEqual([
      '198.02',
      '6.93',
      '3166.93',
      '16628.12',
    ])
  })

  test('who reaches it with the second fee of a day pays for both', () => {
    const first = taxOfGross(fen('600.00'), basis('labor', { vat: VAT }))
    const month = and(NOTHING, first)
    const second = taxOfGross(fen('600.00'), basis('labor', { vat: VAT, month, day: month }))
    expect([yuan(first.vat), yuan(second.vat), yuan(second.surcharge)]).toEqual(['0.00', '11.88', '0.42'])
    // On the next day nothing was taken.
    const other = taxOfGross(fen('600.00'), basis('labor', { vat: VAT, month }))
    expect(yuan(other.vat)).toBe('0.00')
  })

  test('lets net fall where it begins: the smaller fee is found', () => {
    const of = basis('labor', { vat: VAT })
    const before = taxOfGross(fen('1009.99'), of)
    expect(taxOfGross(fen('1010.00'), of).net).toBeLessThan(before.net)
    expect(grossOfNet(before.net, of)?.gross).toBe(fen('1009.99'))
    expect(grossOfNet(before.net + 1n, of)?.gross).toBeGreaterThan(fen('1010.00'))
  })
})

/** Repeats: SEED in the environment. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
function random(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe(`net of the gross of n is n (SEED=${SEED})`, () => {
  const next = random(SEED)
  const amount = () => BigInt(Math.floor(10 ** (next() * 9)) + 1)
  const kinds = ['labor', 'script', 'nonresident'] as const

  test('of 10⁵ random n', () => {
    for (let count = 0; count < 100_000; count++) {
      const kind = kinds[count % 3] ?? 'labor'
      const vat = count % 2 === 0 ? VAT : null
      let month = NOTHING
      let day: TakenOfDay = NOTHING
      if (count % 5 === 0) {
        const first = taxOfGross(amount(), basis(kind, { vat }))
        month = and(NOTHING, first)
        if (vat && count % 10 === 0) day = month
      }
      const of = basis(kind, { vat, month, day })
      const n = amount()
      const found = grossOfNet(n, of)
      if (found?.net !== n || taxOfGross(found.gross, of).net !== n)
        throw new Error(`${kind} ${vat ? 'vat' : ''} ${month.gross} ${day.gross}: ${n} → ${found?.gross}`)
    }
  })

  test('on both sides of each bracket', () => {
    const grosses = [
      '800',
      '4000',
      '25000',
      '62500',
      '1010',
      '3750',
      '15000',
      '31250',
      '43750',
      '68750',
      '100000',
    ]
    for (const kind of kinds)
      for (const vat of [null, VAT])
        for (const edge of grosses)
          for (let off = -60n; off <= 60n; off++) {
            const of = basis(kind, { vat })
            const { net } = taxOfGross(fen(edge) + off, of)
            const found = grossOfNet(net, of)
            expect(found?.net).toBe(net)
            expect(found?.gross).toBeLessThanOrEqual(fen(edge) + off)
          }
  })

  test('the taxes of a month are that of its sum', () => {
    for (let count = 0; count < 2_000; count++) {
      let month = NOTHING
      const kind = kinds[count % 3] ?? 'labor'
      for (let fees = 0; fees < 5; fees++) month = and(month, taxOfGross(amount(), basis(kind, { month })))
      expect(month.tax).toBe(taxOfGross(month.gross, basis(kind)).tax)
      expect(month.net).toBe(month.gross - month.tax)
    }
  })
})

describe('the working', () => {
  const words = (taxed: Taxed | null, of: TaxBasis, agreed: 'gross' | 'net') =>
    taxed &&
    workingOf(taxed, of, agreed).map(({ label, text, amount }) => `${label}｜${text}｜${formatYuan(amount)}`)

  test('from net to gross', () => {
    const of = basis('labor')
    expect(words(grossOfNet(fen('30000.00'), of), of, 'net')).toEqual([
      '税后金额｜21,000.00 < 税后 ≤ 49,500.00｜30,000.00',
      '税前收入｜(30,000.00 − 2,000.00) ÷ 0.76｜36,842.10',
      '增值税及附加｜不代扣｜0.00',
      '减除费用｜36,842.10 × 20%｜7,368.42',
      '应纳税所得额｜36,842.10 − 7,368.42｜29,473.68',
      '预扣税额｜29,473.68 × 30% − 2,000.00｜6,842.10',
      '实发金额｜36,842.10 − 6,842.10｜30,000.00',
    ])
  })

  test.each([
    ['700.00', '税后 ≤ 800.00', '不扣税'],
    ['3000.00', '800.00 < 税后 ≤ 3,360.00', '(3,000.00 − 160.00) ÷ 0.8'],
    ['10000.00', '3,360.00 < 税后 ≤ 21,000.00', '10,000.00 ÷ 0.84'],
    ['100000.00', '税后 > 49,500.00', '(100,000.00 − 7,000.00) ÷ 0.68'],
  ])('the formula of net %s', (net, range, formula) => {
    const of = basis('labor')
    const lines = workingOf(grossOfNet(fen(net), of) as Taxed, of, 'net')
    expect(lines.slice(0, 2).map(({ text }) => text)).toEqual([range, formula])
  })

  test('of the second fee of a month', () => {
    const month = and(NOTHING, taxOfGross(fen('3000.00'), basis('labor')))
    const of = basis('labor', { month })
    expect(words(taxOfGross(fen('3000.00'), of), of, 'gross')).toEqual([
      '税前金额｜约定的税前金额｜3,000.00',
      '增值税及附加｜不代扣｜0.00',
      '当月累计收入｜当月合并为一次：前1笔 3,000.00 + 本笔 3,000.00｜6,000.00',
      '减除费用｜6,000.00 × 20%｜1,200.00',
      '累计应纳税所得额｜6,000.00 − 1,200.00｜4,800.00',
      '累计应扣税额｜4,800.00 × 20%｜960.00',
      '本笔预扣税额｜960.00 − 当月已扣 440.00｜520.00',
      '实发金额｜3,000.00 − 520.00｜2,480.00',
    ])
    const [net, gross] = workingOf(grossOfNet(fen('3000.00'), of) as Taxed, of, 'net')
    expect(net?.text).toBe('3,360.00 < 当月累计税后 ≤ 21,000.00（前1笔实发 2,560.00）')
    expect(gross?.text).toBe('5,560.00 ÷ 0.84 − 前1笔税前 3,000.00')
  })

  test('with VAT', () => {
    const of = basis('labor', { vat: VAT })
    expect(words(taxOfGross(fen('20000.00'), of), of, 'gross')).toEqual([
      '税前金额｜约定的税前金额｜20,000.00',
      '增值税｜当日 20,000.00 ÷ (1 + 1%) × 1%｜198.02',
      '附加税费｜198.02 × 3.5%｜6.93',
      '不含税收入｜20,000.00 − 198.02｜19,801.98',
      '减除费用｜19,801.98 × 20%｜3,960.40',
      '应纳税所得额｜19,801.98 − 3,960.40 − 附加 6.93｜15,834.65',
      '预扣税额｜15,834.65 × 20%｜3,166.93',
      '实发金额｜20,000.00 − 198.02 − 6.93 − 3,166.93｜16,628.12',
    ])
    const exempt = workingOf(taxOfGross(fen('1009.99'), of), of, 'gross')
    expect(exempt[1]?.text).toBe('当日 1,009.99，不含税不足 1,000.00，免征')
  })

  test('from net to gross while VAT may be withheld', () => {
    const of = basis('labor', { vat: VAT })
    const first = (net: string, own = of) => words(grossOfNet(fen(net), own), own, 'net')?.slice(0, 3)
    // Below the exemption it is as ever, also after a fee of another day.
    expect(first('900.00')).toEqual([
      '税后金额｜800.00 < 税后 ≤ 3,360.00｜900.00',
      '税前收入｜(900.00 − 160.00) ÷ 0.8｜925.00',
      '增值税及附加｜当日 925.00，不含税不足 1,000.00，免征｜0.00',
    ])
    const month = and(NOTHING, taxOfGross(fen('900.00'), of))
    expect(first('700.00', basis('labor', { vat: VAT, month }))?.[1]).toBe(
      '税前收入｜(1,580.00 − 160.00) ÷ 0.8 − 前1笔税前 900.00｜875.00',
    )
    expect(first('16628.12')).toEqual([
      '税后金额｜约定的实发金额｜16,628.12',
      '税前收入｜含增值税，逐分试算：按下列各步扣税后实发恰为 16,628.12；少1分即 19,999.99，实发 16,628.11，不足｜20,000.00',
      '增值税｜当日 20,000.00 ÷ (1 + 1%) × 1%｜198.02',
    ])
  })

  test('of a non-resident', () => {
    const of = basis('nonresident')
    const lines = words(taxOfGross(fen('50000.00'), of), of, 'gross')
    expect(lines?.at(-2)).toBe('预扣税额｜40,000.00 × 30% − 4,410.00｜7,590.00')
    expect(words(grossOfNet(fen('42410.00'), of), of, 'net')?.[1]).toBe(
      '税前收入｜(42,410.00 − 4,410.00) ÷ 0.76｜50,000.00',
    )
  })
})

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
