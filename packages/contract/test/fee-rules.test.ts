import { describe, expect, test } from 'vitest'
import { depth } from '../../../scripts/depth.ts'
import { grossOfNet, NOTHING, type TakenOfDay, taxOfGross, vatIn } from '../src/fee-rules.ts'
import { yuan } from '../src/money.ts'
import { and, basis, fen, VAT } from './fee-samples.ts'

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

const STEP = BigInt(depth(2441, 611))

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
        for (let net = 1n; net <= 250_000n; net += STEP) {
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

  test('of random n', () => {
    for (let count = 0; count < depth(10_000, 100_000); count++) {
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
