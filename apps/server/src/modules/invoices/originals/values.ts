import { isDate } from '@pianzhang/contract/calendar'
import { formatScaled, halfWidth, readStrict, trimDecimals } from '@pianzhang/contract/decimal'
import { type Fen, parseTyped } from '@pianzhang/contract/money'
import { firstOf } from './cut.ts'
import { OriginalError } from './errors.ts'

const MAX_TEXT = 200
const MAX_SHOWN = 40

/** A text of one line, at most 200 characters; longer ones are refused. */
export function readText(label: string, raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim()
  if (text.length > MAX_TEXT) throw new OriginalError(`${label}过长，最多 ${MAX_TEXT} 个字`)
  return text
}

/** Exactly, to the fen: zeros behind the second decimal are fine, other digits there, exponents and NaN are refused. Null if empty. */
export function readAmount(label: string, raw: string): Fen | null {
  if (raw.trim() === '') return null
  const { fen, error } = parseTyped(raw)
  if (fen === undefined) throw wrong(label, raw, error)
  return fen
}

/** As an amount; asterisks stand for no tax (免税, 不征税). */
export const readTax = (label: string, raw: string): Fen | null =>
  /^\s*\*+\s*$/.test(raw) ? 0n : readAmount(label, raw)

/** What is neither a number nor a word: an exponent, NaN, infinity. */
const NO_NUMBER = /\d\s*e[+-]?\d|nan|inf/i

/** A quantity or a price: a plain decimal without trailing zeros, or words as they are (1批). */
export function readDecimal(label: string, raw: string): string {
  const text = halfWidth(raw).replaceAll(',', '').trim()
  if (NO_NUMBER.test(text)) throw wrong(label, raw, '数值格式不正确')
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? trimDecimals(text) : readText(label, raw)
}

/** `0.06`, `6%` and `6` are `6%`; words (免税, 不征税, ***) stay. */
export function readRate(raw: string): string {
  const text = halfWidth(raw).trim()
  if (NO_NUMBER.test(text)) throw wrong('税率', raw, '格式不正确')
  const [, digits = '', sign] = /^(\d{1,3}(?:\.\d{1,10})?)(%?)$/.exec(text) ?? []
  const reading = readStrict(digits, { places: 10, max: 1_000n * 10n ** 10n })
  if ('fault' in reading) return readText('税率', raw)
  // A rate of 100 % does not exist, so 1 is 1 %.
  const percents = sign === '%' || reading.value >= 10n ** 10n ? reading.value : reading.value * 100n
  return `${trimDecimals(formatScaled(percents, 10))}%`
}

const DATE = /^(\d{4})(?:[-/.年]) *(\d{1,2})(?:[-/.月]) *(\d{1,2}) *日?(?:[T ].*)?$/s
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:\d{6}(?:\d{3})?)?$/

/** `2025年01月06日`, `2025-01-06 10:08:05`, `20250106` as `YYYY-MM-DD`; a time of day is left out. Null if empty. */
export function readDate(label: string, raw: string): string | null {
  const text = halfWidth(raw).trim()
  if (text === '') return null
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? DIGITS.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDate(date)) throw wrong(label, raw, '日期不存在或格式不正确')
  return date
}

/** Digits of a number or code, spaces between them left out. */
export function readDigits(label: string, raw: string, length: RegExp): string {
  const text = halfWidth(raw).replace(/\s/g, '')
  if (text !== '' && !length.test(text)) throw wrong(label, raw, '格式不正确')
  return text
}

export const readNumber = (raw: string) => readDigits('发票号码', raw, /^\d{8,20}$/)
export const readCode = (raw: string) => readDigits('发票代码', raw, /^\d{10,12}$/)
/** All 20 digits or the last six, as a look-up takes them; any other length is left to the person. */
export const readCheckCode = (raw: string) =>
  /^(\d{6}|\d{20})$/.exec(halfWidth(raw).replace(/\s/g, ''))?.[0] ?? ''
export const readTaxNo = (label: string, raw: string) => readText(label, halfWidth(raw).replace(/\s/g, ''))

function wrong(label: string, raw: string, error: string): OriginalError {
  const shown = raw.length > MAX_SHOWN ? `${firstOf(raw, MAX_SHOWN)}…` : raw
  return new OriginalError(`${label}“${shown}”有误：${error}`)
}
