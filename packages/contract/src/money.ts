import { z } from 'zod'
import {
  abs,
  divideRounded,
  type Fault,
  formatScaled,
  grouped,
  type Reading,
  readCell,
  readStrict,
  readTyped,
} from './decimal.ts'
import { fenToCapitals, fenToShort } from './money-words.ts'

/** An amount in fen (1/100 yuan). The only form of money inside the product: never a float. */
export type Fen = bigint

/** 9,999,999,999,999.99 yuan: the largest single amount. Totals over many records may be larger. */
export const MAX_FEN: Fen = 999_999_999_999_999n

/** Exactly one of the two fields is set; `error` is Chinese and fit to show beside the field. */
export type Typed = { fen: Fen; error?: undefined } | { fen?: undefined; error: string }

const SCALE = { places: 2, max: MAX_FEN }
/** An amount of the API's answers; totals over many records have more digits than MAX_FEN. */
const ANSWER = /^-?\d{1,40}(\.\d{1,2})?$/

export const AMOUNT_TEXTS = {
  empty: '请输入金额',
  format: '金额格式不正确',
  places: '最多两位小数',
  range: '金额超出范围',
  zero: '金额不能为0',
  positive: '金额须大于0',
} as const satisfies Record<Fault | 'zero' | 'positive', string>

const typed = (reading: Reading): Typed =>
  'value' in reading ? { fen: reading.value } : { error: AMOUNT_TEXTS[reading.fault] }

/** The strict form of the API (see readStrict): "-1234.5" or a JSON number to fen; null if it is none or out of range. */
export function parseYuan(input: string | number): Fen | null {
  const reading = readStrict(input, SCALE)
  return 'value' in reading ? reading.value : null
}

/** What a person types or a spreadsheet holds as text (see readTyped for what is allowed). */
export const parseTyped = (text: string): Typed => typed(readTyped(text, SCALE))

/** The raw decimal text of a numeric spreadsheet cell, exponents and binary noise included (see readCell). */
export const parseCell = (raw: string): Typed => typed(readCell(raw, SCALE))

/** Within ±MAX_FEN; for results of sum and multiply that must be stored as one amount. */
export const isAmount = (fen: Fen): boolean => abs(fen) <= MAX_FEN

/** The form of the API's answers: "1234.50", "-0.05". Any size. */
export const yuan = (fen: Fen): string => formatScaled(fen, 2)

/** Fen from an amount of the API's answers, of any size (a total may exceed MAX_FEN). Throws a RangeError on anything else. */
export function fenOf(amount: Fen | string): Fen {
  if (typeof amount === 'bigint') return amount
  if (!ANSWER.test(amount)) throw new RangeError(`not an amount: ${amount}`)
  const [integer = '', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(2, '0'))
}

/**
 * "1,234.50", "-1,234.50": for people. Any size. A text that is no amount is returned unchanged, so that an unexpected value
 * ('', `-`) does not make the page throw.
 */
export function formatYuan(amount: Fen | string): string {
  if (typeof amount === 'string' && !ANSWER.test(amount)) return amount
  return grouped(yuan(fenOf(amount)))
}

/** The title of amounts, with their unit: 收款金额（元）. */
export const inYuan = (label: string): string => `${label}（元）`

/** 人民币大写 (see fenToCapitals): 壹仟肆佰零玖元伍角. Any size. */
export const capitals = (amount: Fen | string): string => fenToCapitals(fenOf(amount))

/** 万/亿 for overview boxes and chart axes (see fenToShort): "1,234.5", "1.23万", "1亿". Any size. */
export const short = (amount: Fen | string): string => fenToShort(fenOf(amount))

/** The amount that is nearer to zero; 0 where their signs differ. */
export const nearerZero = (a: Fen, b: Fen): Fen => (a > 0n !== b > 0n ? 0n : abs(a) < abs(b) ? a : b)

/** The exact sum, of any size; check with isAmount before storing it as one amount. */
export function sum(amounts: Iterable<Fen>): Fen {
  let total = 0n
  for (const fen of amounts) total += fen
  return total
}

/**
 * Unit price × quantity in fen, half away from zero. `quantity4` is the quantity · 10,000 (quantity.ts). May exceed
 * MAX_FEN: check with isAmount.
 */
export const multiply = (unitPrice: Fen, quantity4: bigint): Fen =>
  divideRounded(unitPrice * quantity4, 10_000n)

/** a ÷ b with six decimals, half away from zero: "0.333333". "0.000000" where b is 0. */
export const ratio = (a: Fen, b: Fen): string =>
  formatScaled(b === 0n ? 0n : divideRounded(a * 1_000_000n, b), 6)

/** Part of a whole for people, rounded once: "33.33%". `ratio` and then `percent` would round twice. The whole is not 0. */
export const percentOf = (part: Fen, whole: Fen): string =>
  `${formatScaled(divideRounded(part * 10_000n, whole), 2)}%`

/** A ratio of the API for people, times 100 with two decimals: "0.333333" is "33.33%". */
export function percent(ratioText: string): string {
  const reading = readStrict(ratioText, { places: 6, max: 10n ** 24n })
  return 'value' in reading ? `${formatScaled(divideRounded(reading.value, 100n), 2)}%` : ratioText
}

/** An error message that names the field, as API clients may show it without the field beside it. */
const faultText = (label: string, fault: Fault): string =>
  ({
    empty: `请输入${label}`,
    format: `${label}格式不正确`,
    places: AMOUNT_TEXTS.places,
    range: `${label}超出范围`,
  })[fault]

/**
 * An amount in a request body: number or text in yuan, parsed to Fen. `label`: the field's Chinese name, with which messages
 * begin. `rule` returns the message for a Fen that is not allowed, or undefined.
 */
export const amountField = (label = '金额', rule?: (fen: Fen) => string | undefined) =>
  z
    .union([z.string().meta({ pattern: String.raw`^-?\d+(\.\d{1,2})?$` }), z.number()], {
      error: ({ input }) => faultText(label, input === undefined || input === null ? 'empty' : 'format'),
    })
    .transform((input, ctx): Fen => {
      const reading = readStrict(input, SCALE)
      const message = 'fault' in reading ? faultText(label, reading.fault) : rule?.(reading.value)
      if ('value' in reading && message === undefined) return reading.value
      ctx.addIssue({ code: 'custom', message, input })
      return z.NEVER
    })
    .meta({ description: '金额，单位元，最多两位小数，绝对值不超过 9999999999999.99', example: '1234.50' })

/** A filter by an exact amount; stays a text, as signed links of exports hold filters as JSON. */
export const amountQuery = amountField().transform(yuan)

export const nonZeroField = (label = '金额') =>
  amountField(label, (fen) => (fen === 0n ? AMOUNT_TEXTS.zero : undefined))
export const positiveField = (label = '金额') =>
  amountField(label, (fen) => (fen > 0n ? undefined : AMOUNT_TEXTS.positive))

/** An amount of an answer: yuan with two decimals, of any size. */
export const amountOutput = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: '金额，单位元，两位小数', example: '1234.50' })

/** A ratio of an answer: six decimals. */
export const ratioOutput = z
  .string()
  .regex(/^-?\d+\.\d{6}$/)
  .meta({ description: '比例，六位小数', example: '0.333333' })
