import { z } from 'zod'
import { readStrict } from './decimal.ts'
import { amountField } from './money.ts'

// Rates of tax as data: rows with the day from which they hold. Those that are delivered are below; the operator adds later ones.

/** A percentage with at most two decimals, in hundredths of a percent: 3.5 is 350. */
export type BasisPoints = bigint
export const ONE: BasisPoints = 10_000n

const PERCENT = { places: 2, max: ONE }
export const percentField = (message: string) =>
  z.union([z.string(), z.number()], { error: message }).transform((input, ctx): BasisPoints => {
    const reading = readStrict(input, PERCENT)
    if ('value' in reading && reading.value >= 0n) return reading.value
    ctx.addIssue({ code: 'custom', message, input })
    return z.NEVER
  })
const percent = percentField('须为0至100之间的百分数，最多两位小数')

const bracket = z
  .object({
    /** The largest taxable amount of the bracket; null: of the last one. */
    up_to: amountField('up_to').nullable(),
    percent,
    deduction: amountField('deduction'),
  })
  .strict()

/** 劳务报酬 of residents, 特许权使用费 of residents, and both of non-residents. */
const incomeRates = z
  .object({
    kind: z.enum(['labor', 'script', 'nonresident']),
    holds_from: z.iso.date(),
    /** Incomes up to `flat_up_to` are reduced by `flat`, larger ones by `percent`. */
    flat_up_to: amountField('flat_up_to'),
    flat: amountField('flat'),
    percent,
    brackets: z.array(bracket).min(1).max(20),
  })
  .strict()
export type IncomeRates = z.output<typeof incomeRates>

/** VAT of natural persons, of 劳务报酬 and of 特许权使用费. Between `holds_from` and `holds_to`; null: until further notice. */
const vatRates = z
  .object({
    kind: z.enum(['vat', 'script_vat']),
    holds_from: z.iso.date(),
    holds_to: z.iso.date().nullable(),
    /** A day's fees below this, without VAT, are exempt; from there on all of them are taxed. */
    exempt_below: amountField('exempt_below'),
    percent,
    /** Whether who pays has to withhold it. */
    withheld: z.boolean(),
  })
  .strict()
export type VatRates = z.output<typeof vatRates>
export const isVat = (rate: FeeRate): rate is VatRates => rate.kind === 'vat' || rate.kind === 'script_vat'
/** The kind of the VAT rates of a kind of fees. */
export const VAT_OF = { labor: 'vat', script: 'script_vat' } as const

/**
 * A row of rates. Tax must not jump where brackets meet, so that of each net amount the smallest gross one can be found by adding what is missing
 * (`grossOfNet`).
 */
export const feeRate = z.discriminatedUnion('kind', [incomeRates, vatRates]).superRefine((rate, ctx) => {
  const wrong = (message: string) => ctx.addIssue({ code: 'custom', message, input: rate })
  // At 100 % a larger fee leaves no more net, so that the search for the fee of a net amount would not end.
  if ((isVat(rate) ? [rate] : rate.brackets).some(({ percent: own }) => own >= ONE)) wrong('税率须小于100')
  if (isVat(rate)) return
  const { brackets, flat, flat_up_to } = rate
  if (flat * ONE !== flat_up_to * rate.percent) wrong('flat 须等于 flat_up_to 的 percent')
  for (const [index, { up_to, percent: own, deduction }] of brackets.entries()) {
    const next = brackets[index + 1]
    const before = brackets[index - 1]
    if ((up_to === null) !== (next === undefined)) wrong('只有最后一级的 up_to 为 null')
    if (up_to !== null && before?.up_to && up_to <= before.up_to) wrong('up_to 须递增')
    if (up_to !== null && next && up_to * (next.percent - own) !== (next.deduction - deduction) * ONE)
      wrong('各级相接处的税额须相等')
  }
})
export type FeeRate = z.output<typeof feeRate>
export type RateKind = FeeRate['kind']

const DEDUCTION = { flat_up_to: '4000', flat: '800', percent: '20' }
const ONE_RATE = [{ up_to: null, percent: '20', deduction: '0' }]
const bracketsOf = (...rows: [upTo: string | null, percent: string, deduction: string][]) =>
  rows.map(([up_to, own, deduction]) => ({ up_to, percent: own, deduction }))

/** 公告2018年第61号 (withholding), 公告2026年第10号 (VAT of 1 %) and 公告2026年第28号 (its withholding); 以税务机关为准. */
export const DELIVERED_CONTENTS: readonly z.input<typeof feeRate>[] = [
  {
    kind: 'labor',
    holds_from: '2019-01-01',
    ...DEDUCTION,
    brackets: bracketsOf(['20000', '20', '0'], ['50000', '30', '2000'], [null, '40', '7000']),
  },
  { kind: 'script', holds_from: '2019-01-01', ...DEDUCTION, brackets: ONE_RATE },
  {
    kind: 'nonresident',
    holds_from: '2019-01-01',
    flat_up_to: '0',
    flat: '0',
    percent: '20',
    brackets: bracketsOf(
      ['3000', '3', '0'],
      ['12000', '10', '210'],
      ['25000', '20', '1410'],
      ['35000', '25', '2660'],
      ['55000', '30', '4410'],
      ['80000', '35', '7160'],
      [null, '45', '15160'],
    ),
  },
  {
    kind: 'vat',
    holds_from: '2026-01-01',
    holds_to: '2026-10-31',
    exempt_below: '1000',
    percent: '1',
    withheld: false,
  },
  {
    kind: 'vat',
    holds_from: '2026-11-01',
    holds_to: '2027-12-31',
    exempt_below: '1000',
    percent: '1',
    withheld: true,
  },
  // 财税〔2016〕36号 annex 3: whoever transfers a copyright as a person is exempt.
  {
    kind: 'script_vat',
    holds_from: '2016-05-01',
    holds_to: null,
    exempt_below: '0',
    percent: '0',
    withheld: false,
  },
]
export const DELIVERED_RATES: readonly FeeRate[] = DELIVERED_CONTENTS.map((rate) => feeRate.parse(rate))

type RatesOf<K extends RateKind> = K extends VatRates['kind'] ? VatRates : IncomeRates

/** The row of a kind that holds on a day: the last that began; undefined: none has. */
export const rateOn = <K extends RateKind>(
  rates: readonly FeeRate[],
  kind: K,
  day: string,
): RatesOf<K> | undefined =>
  rates
    .filter((rate) => rate.kind === kind && rate.holds_from <= day)
    .reduce<FeeRate | undefined>(
      (last, rate) => (last === undefined || rate.holds_from >= last.holds_from ? rate : last),
      undefined,
    ) as RatesOf<K> | undefined

/** The first day from which who pays has to withhold this VAT; null: no row says so. */
export const withheldFrom = (rates: readonly FeeRate[], kind: VatRates['kind']): string | null =>
  rates
    .flatMap((rate) => (rate.kind === kind && rate.withheld ? [rate.holds_from] : []))
    .toSorted()
    .at(0) ?? null
