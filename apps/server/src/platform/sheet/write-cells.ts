import { yuan } from '@pianzhang/contract/money'
import { escapeText } from './text.ts'

/** What a column holds; `money` takes integer fen, `date` days as `YYYY-MM-DD`, `number` numbers or decimal text. */
export type ColumnKind = 'text' | 'money' | 'date' | 'number'
/** A bigint is fen in a money column, else a whole number. Null, undefined and '' leave the cell empty. */
export type CellValue = string | number | bigint | null | undefined

/** Index of each kind's style among the cell formats in `STYLES_XML`. */
export const STYLE: Record<ColumnKind | 'header', number> = {
  number: 0,
  text: 1,
  money: 2,
  date: 3,
  header: 4,
}

/** A double keeps no more digits for sure, and Excel shows none beyond them. */
const EXACT_DIGITS = 15
/** Excel takes no more characters in a cell. */
const MAX_LENGTH = 32_767
const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * The XML of one cell, '' if it is empty. Values that their column's kind cannot hold exactly become text and
 * stay readable: an amount of more than 15 digits (a double would round it to another fen), a day before 1900.
 */
export function cellXml(value: CellValue, kind: ColumnKind, reference: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'money' && typeof value === 'bigint') return numberXml(yuan(value), kind, reference)
  if (kind === 'date' && typeof value === 'string') {
    const serial = serialOf(value)
    if (serial !== null) return `<c r="${reference}" s="${STYLE.date}"><v>${serial}</v></c>`
  } else if (kind === 'number') {
    const text = String(value)
    if (DECIMAL.test(text)) return numberXml(text, kind, reference)
  }
  return textXml(String(value), STYLE.text, reference)
}

/** Inline strings need no table in memory; a text cell is never a formula, whatever it begins with. */
export function textXml(value: string, style: number, reference: string): string {
  const text = xmlText(value.length > MAX_LENGTH ? value.slice(0, MAX_LENGTH) : value)
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

function numberXml(decimal: string, kind: ColumnKind, reference: string): string {
  const digits = decimal.replace(/^-?0*\.?0*|\./g, '').length
  if (digits > EXACT_DIGITS) return textXml(decimal, STYLE.text, reference)
  return `<c r="${reference}" s="${STYLE[kind]}"><v>${decimal}</v></c>`
}

/** A ledger has few different days. */
const serials = new Map<string, number | null>()
const MOST_SERIALS = 10_000

function serialOf(day: string): number | null {
  const known = serials.get(day)
  if (known !== undefined) return known
  if (serials.size >= MOST_SERIALS) serials.clear()
  const serial = daySerial(day)
  serials.set(day, serial)
  return serial
}

/** Days as Excel counts them, with its 1900-02-29; null if the text is no day or one before 1900. */
function daySerial(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const instant = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day) return null
  const serial = instant / 86_400_000 + 25_568
  if (serial < 1) return null
  return serial < 60 ? serial : serial + 1
}

const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML content or a quoted attribute: escapes, and what XML cannot carry in Excel's own way. */
export function xmlText(value: string): string {
  const text = escapeText(value.toWellFormed())
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SPECIAL[sign]!) : text
}

/** `A`, `Z`, `AA`… of a column index from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
