import { parseTypedDate } from '@pianzhang/contract/calendar'
import { codeOf, rateFromCell, rateFromText, unknownWord } from '@pianzhang/contract/lists'
import { parseCell, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { isScientific, SCIENTIFIC } from '@pianzhang/contract/numbers'
import { byName } from '@pianzhang/contract/same-name'
import type { SheetCell } from '@pianzhang/xlsx'
import { shownText } from '../sheet/words.ts'

/** Reports what is wrong with the cell, in Chinese. */
export type Wrong = (message: string) => void

/**
 * Reads a cell as the form's input; '' or null if empty, undefined for a field that is then absent. The result must depend only on the cell and on `lookups`,
 * as it is cached.
 */
export interface ReadCell<Lookups = unknown> {
  (cell: SheetCell | undefined, wrong: Wrong, lookups: Lookups): unknown
  /** Of a reader that looks names up: those that there are. */
  names?: (lookups: Lookups) => ReadonlyMap<string, unknown>
}

/** A reader that looks names up, as `byName` finds them. */
export const readName = <Lookups>(
  names: (lookups: Lookups) => ReadonlyMap<string, unknown>,
  read: ReadCell<Lookups>,
): ReadCell<Lookups> => Object.assign(read, { names })

/** The message for an error cell: Excel's error value, or the reader's fault in words. */
const errorText = (cell: SheetCell) => {
  // Pasted cells: a spreadsheet copies `###` of a number that is wider than its column.
  if (/^#+$/.test(cell.text)) return '单元格太窄，内容未显示，请加宽后重新复制'
  return /^#/.test(cell.text) ? `公式错误（${cell.text}）` : shownText(cell)
}

/** Digits that a spreadsheet keeps of a number; it replaces further ones by zeros. */
const KEPT_DIGITS = 15
const TOO_MANY_DIGITS = new RegExp(`^-?0*[1-9]\\d{${KEPT_DIGITS}}`)

/**
 * The trimmed text. Mistakes, never text, are an error such as #DIV/0! and what is left of a number of more digits than a spreadsheet keeps, such as an
 * account: a numeric cell, or text in scientific notation.
 */
export function readText(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  const text = cell.text.trim()
  if (cell.kind === 'error') wrong(errorText(cell))
  else if (cell.kind === 'number' && TOO_MANY_DIGITS.test(text))
    wrong(`数字超过${KEPT_DIGITS}位会被表格软件改写，请将单元格设为文本后重新填写`)
  else if (cell.kind === 'text' && isScientific(text)) wrong(SCIENTIFIC)
  else return text
  return ''
}

const TIME = /[ T]+([01]?\d|2[0-3])[:：][0-5]\d([:：][0-5]\d(\.\d+)?)?$/

/** A day `YYYY-MM-DD` from a date cell, or from text with a year. */
export function readDay(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  if (cell.kind === 'date') return cell.date ?? ''
  if (cell.kind === 'error') return readText(cell, wrong)
  // The time is dropped, as for a date cell with a time.
  const text = cell.text.trim().replace(TIME, '')
  // A five-digit number can only be a day whose cell lost its date format.
  if (cell.kind === 'number' && cell.date) return cell.date
  const typed = parseTypedDate(text, NO_YEAR)
  if (typed.date !== undefined && !typed.date.startsWith(NO_YEAR.slice(0, 4))) return typed.date
  if (text !== '') wrong(typed.error ?? '日期须带年份，如 2026-11-21')
  return ''
}
/** Dates without a year get this one, of whose midst every day is nearest, and are refused, as a file may be of any year. */
const NO_YEAR = '1904-07-01'

/** Why a numeric cell shows another amount than its number is in yuan: its format has another currency, or a unit by which it does not divide. */
export function otherAmount({ kind, text, unit }: SheetCell): string | undefined {
  if (kind !== 'number' || unit === undefined) return undefined
  return /[千万亿]/.test(unit)
    ? `单元格格式为“${unit}”，无法判断是${text}元还是${text}${unit}，请改为以元为单位的数字`
    : `单元格格式为其他币种（${unit}），请换算为人民币后填写`
}

/** An amount in yuan for the form, from a number or from text, as a field reads it. */
export function readAmount(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  if (cell.kind === 'error') return readText(cell, wrong)
  const other = cell.kind === 'number' && cell.text.endsWith('%') ? '百分比不是金额' : otherAmount(cell)
  if (other !== undefined) {
    wrong(other)
    return ''
  }
  const typed = cell.kind === 'number' ? parseCell(cell.raw) : parseField(cell.text)
  if (typed.fen !== undefined) return yuan(typed.fen)
  if (cell.text.trim() !== '') wrong(typed.error)
  return ''
}

/**
 * Reads a word as its code, such as a type's name as its id, as `byName` finds it. `unknown`: the message for a word that has no code, from the words
 * that have one.
 */
export const readWord = <Lookups>(
  codesOf: (lookups: Lookups) => ReadonlyMap<string, string>,
  unknown: string | ((words: readonly string[]) => string),
): ReadCell<Lookups> =>
  readName(codesOf, (cell, wrong, lookups) => {
    const word = readText(cell, wrong)
    if (word === '') return null
    const codes = codesOf(lookups)
    const code = byName(codes, word)
    if (code === undefined) wrong(typeof unknown === 'string' ? unknown : unknown([...codes.keys()]))
    return code ?? null
  })

/** Reads a label of a closed list as its code. `unknown`: the message for a word that is not in the list. */
export const readLabel =
  (list: Parameters<typeof codeOf>[0], unknown: string): ReadCell =>
  (cell, wrong) => {
    const label = readText(cell, wrong)
    if (label === '') return null
    const code = codeOf(list, label)
    if (code === null)
      wrong(
        unknownWord(
          unknown,
          list.map((entry) => entry.label),
        ),
      )
    return code
  }

/** A face tax rate, from a number (with or without a percent format) or from text. */
export function readRate(cell: SheetCell | undefined, wrong: Wrong): string | null {
  const text = readText(cell, wrong)
  if (text === '') return null
  const { rate, error } =
    cell?.kind === 'number' ? rateFromCell(cell.raw, text.endsWith('%')) : rateFromText(text)
  if (error !== undefined) wrong(error)
  return rate ?? null
}
