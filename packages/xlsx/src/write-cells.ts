import { dayToSerial } from './dates.ts'
import { escapeText } from './text.ts'

/**
 * A column's type: `money` takes an integer of hundredths (cents, fen), `date` days as `YYYY-MM-DD`, `minute` and `second` times as
 * `YYYY-MM-DD HH:MM[:SS]`, `number` numbers or decimal text, `percent` the same, where 1 is shown as 100.00%.
 */
export type ColumnKind = 'text' | 'money' | 'date' | 'minute' | 'second' | 'number' | 'percent'
/** A bigint is hundredths in a money column, else an integer. Null, undefined and '' give an empty cell. */
export type CellValue = string | number | bigint | null | undefined

/** Index of each kind's style among the cell formats in `STYLES_XML`; `header` is bold text, `strong` bold money. */
export const STYLE: Record<ColumnKind | 'header' | 'strong', number> = {
  number: 0,
  text: 1,
  money: 2,
  date: 3,
  header: 4,
  percent: 5,
  minute: 6,
  second: 7,
  strong: 8,
}

/** A double is exact for this many digits, and Excel shows no more. */
const EXACT_DIGITS = 15
/** Excel's limit of characters per cell. */
const MAX_LENGTH = 32_767
const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * The XML of a cell, '' if empty. Values that the column's type cannot hold exactly become text: an amount of more
 * than 15 digits (a double would round it to another hundredth), a day before 1900. `bold`: whether texts and amounts are bold.
 */
export function cellXml(value: CellValue, kind: ColumnKind, reference: string, bold = false): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'money' && typeof value === 'bigint')
    return numberXml(inHundredths(value), bold ? 'strong' : kind, reference)
  if (kind === 'date' && typeof value === 'string') {
    const serial = serialOf(value)
    if (serial !== null) return `<c r="${reference}" s="${STYLE.date}"><v>${serial}</v></c>`
  } else if ((kind === 'minute' || kind === 'second') && typeof value === 'string') {
    const serial = timeSerial(value)
    if (serial !== null) return `<c r="${reference}" s="${STYLE[kind]}"><v>${serial}</v></c>`
  } else if (kind === 'number' || kind === 'percent') {
    const text = String(value)
    if (DECIMAL.test(text)) return numberXml(text, kind, reference)
  }
  return textXml(String(value), bold ? STYLE.header : STYLE.text, reference)
}

/** Inline strings need no table in memory. A text cell is never a formula, whatever it begins with. */
export function textXml(value: string, style: number, reference: string): string {
  const text = xmlText(value.length > MAX_LENGTH ? value.slice(0, MAX_LENGTH) : value)
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

function numberXml(decimal: string, kind: ColumnKind | 'strong', reference: string): string {
  const digits = decimal.replace(/^-?0*\.?0*|\./g, '').length
  if (digits > EXACT_DIGITS) return textXml(decimal, STYLE.text, reference)
  return `<c r="${reference}" s="${STYLE[kind]}"><v>${decimal}</v></c>`
}

/** A cache: a sheet has few different days. */
const serials = new Map<string, number | null>()
const MOST_SERIALS = 10_000

function serialOf(day: string): number | null {
  const known = serials.get(day)
  if (known !== undefined) return known
  if (serials.size >= MOST_SERIALS) serials.clear()
  const serial = dayToSerial(day)
  serials.set(day, serial)
  return serial
}

const TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/

/** The serial date with its share of the day. Ten decimals are exact to a hundred-thousandth of a second. */
function timeSerial(time: string): string | null {
  const [, day = '', hours, minutes, seconds = '0'] = time.match(TIME) ?? []
  const serial = serialOf(day)
  if (serial === null) return null
  return (serial + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400).toFixed(10)
}

/** `-5n` is `-0.05`. */
function inHundredths(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for XML content or a quoted attribute; characters that XML does not allow get Excel's own escape.
 */
export function xmlText(value: string): string {
  const text = escapeText(value.toWellFormed())
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SPECIAL[sign]!) : text
}

/** `A`, `Z`, `AA` … for a column index from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
