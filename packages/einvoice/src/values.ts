import { formatScaled, halfWidth, readStrict, readTyped, trimDecimals } from '@pianzhang/decimal'
import { FEN, type Fen } from './amounts.ts'
import { firstOf } from './cut.ts'
import { isDay } from './days.ts'
import { OriginalError, type ValueFault } from './errors.ts'
import type { FieldName } from './fields.ts'

const MAX_TEXT = 200
const MAX_SHOWN = 40

/** A text of one line, at most 200 characters; longer ones are refused. */
export function readText(field: FieldName, raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim()
  if (text.length > MAX_TEXT) throw new OriginalError('field_too_long', { field, limit: MAX_TEXT })
  return text
}

/** An amount, exact to the fen: after the second decimal only zeros are allowed; exponents and NaN are refused. Null if empty. */
export function readAmount(field: FieldName, raw: string): Fen | null {
  if (raw.trim() === '') return null
  const reading = readTyped(raw, FEN)
  if ('fault' in reading) throw wrong(field, raw, reading.fault)
  return reading.value
}

/** A tax amount; asterisks stand for no tax (免税, 不征税). */
export const readTax = (field: FieldName, raw: string): Fen | null =>
  /^\s*\*+\s*$/.test(raw) ? 0n : readAmount(field, raw)

/** What is neither a number nor a word: an exponent, NaN, infinity. */
const NO_NUMBER = /\d\s*e[+-]?\d|nan|inf/i

/** A quantity or a price: a plain decimal without trailing zeros, or words as they are (1批). */
export function readDecimal(field: FieldName, raw: string): string {
  const text = halfWidth(raw).replaceAll(',', '').trim()
  if (NO_NUMBER.test(text)) throw wrong(field, raw, 'no_number')
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text) ? trimDecimals(text) : readText(field, raw)
}

/** `0.06`, `6%` and `6` are `6%`; words (免税, 不征税, ***) stay. */
export function readRate(raw: string): string {
  const text = halfWidth(raw).trim()
  if (NO_NUMBER.test(text)) throw wrong('item_tax_rate', raw, 'form')
  const [, digits = '', sign] = /^(\d{1,3}(?:\.\d{1,10})?)(%?)$/.exec(text) ?? []
  const reading = readStrict(digits, { places: 10, max: 1_000n * 10n ** 10n })
  if ('fault' in reading) return readText('item_tax_rate', raw)
  // A rate of 100 % does not exist, so 1 is 1 %.
  const percents = sign === '%' || reading.value >= 10n ** 10n ? reading.value : reading.value * 100n
  return `${trimDecimals(formatScaled(percents, 10))}%`
}

const DATE = /^(\d{4})(?:[-/.年]) *(\d{1,2})(?:[-/.月]) *(\d{1,2}) *日?(?:[T ].*)?$/s
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:\d{6}(?:\d{3})?)?$/

/** `2025年01月06日`, `2025-01-06 10:08:05`, `20250106` as `YYYY-MM-DD`; a time of day is left out. Null if empty. */
export function readDate(field: FieldName, raw: string): string | null {
  const text = halfWidth(raw).trim()
  if (text === '') return null
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? DIGITS.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date)) throw wrong(field, raw, 'no_day')
  return date
}

/** Digits of a number or code, spaces between them left out. */
function readDigits(field: FieldName, raw: string, length: RegExp): string {
  const text = halfWidth(raw).replace(/\s/g, '')
  if (text !== '' && !length.test(text)) throw wrong(field, raw, 'form')
  return text
}

export const readNumber = (raw: string) => readDigits('invoice_number', raw, /^\d{8,20}$/)
export const readCode = (raw: string) => readDigits('invoice_code', raw, /^(\d{8}|\d{10,12})$/)
/** All 20 digits or the last six, as a look-up takes them; any other length is left out. */
export const readCheckCode = (raw: string) =>
  /^(\d{6}|\d{20})$/.exec(halfWidth(raw).replace(/\s/g, ''))?.[0] ?? ''
export const readTaxNo = (field: FieldName, raw: string) => readText(field, halfWidth(raw).replace(/\s/g, ''))

function wrong(field: FieldName, raw: string, fault: ValueFault): OriginalError {
  const value = raw.length > MAX_SHOWN ? `${firstOf(raw, MAX_SHOWN)}…` : raw
  return new OriginalError('bad_value', { field, value, fault })
}
