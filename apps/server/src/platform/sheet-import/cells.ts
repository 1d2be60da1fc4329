import { parseTypedDate } from '@pianzhang/contract/calendar'
import { parseCell, parseTyped, yuan } from '@pianzhang/contract/money'
import type { SheetCell } from '../sheet/read.ts'

/** Says what is wrong with the cell, in Chinese. */
export type Wrong = (message: string) => void

/**
 * Reads a cell as the form's input, '' or null for an empty one. Its answer depends on the cell and `book`, what is known of the
 * project, alone: it is remembered.
 */
export type ReadCell<Book = unknown> = (
  cell: SheetCell | undefined,
  wrong: Wrong,
  book: Book,
) => string | null

/** What is wrong with a cell of kind error: Excel's own sign, or the reader's words. */
const errorText = (cell: SheetCell) => (/^#/.test(cell.text) ? `公式错误（${cell.text}）` : cell.text)

/** The trimmed text; an error such as #DIV/0! is a mistake, never a text. */
export function readText(cell: SheetCell | undefined, wrong: Wrong): string {
  if (cell?.kind !== 'error') return (cell?.text ?? '').trim()
  wrong(errorText(cell))
  return ''
}

const TIME = /[ T]+([01]?\d|2[0-3])[:：][0-5]\d([:：][0-5]\d(\.\d+)?)?$/

/** A day `YYYY-MM-DD`: a date cell, or a text with its year. */
export function readDay(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  if (cell.kind === 'date') return cell.date ?? ''
  if (cell.kind === 'error') return readText(cell, wrong)
  // As a cell of Excel with a time is read: the day counts.
  const text = cell.text.trim().replace(TIME, '')
  // Five digits can only be a day whose cell lost its date format.
  if (cell.kind === 'number' && cell.date) return cell.date
  const typed = parseTypedDate(text, NO_YEAR)
  if (typed.date !== undefined && !typed.date.startsWith(NO_YEAR.slice(0, 4))) return typed.date
  if (text !== '') wrong(typed.error ?? '日期须带年份，如 2026-11-21')
  return ''
}
/** A day in a year that no payment has: a date without a year falls into it and is refused, for a spreadsheet may be of any year. */
const NO_YEAR = '1904-01-01'

/** An amount in yuan as the form sends it: a number, or a text as people type it. */
export function readAmount(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  if (cell.kind === 'error') return readText(cell, wrong)
  const typed = cell.kind === 'number' ? parseCell(cell.raw) : parseTyped(cell.text)
  if (typed.fen !== undefined) return yuan(typed.fen)
  if (cell.text.trim() !== '') wrong(typed.error)
  return ''
}

/** A word that stands for a code, such as the name of a type: `unknown` is what is wrong with one that is not in the list. */
export const readWord =
  <Book>(codesOf: (book: Book) => ReadonlyMap<string, string>, unknown: string): ReadCell<Book> =>
  (cell, wrong, book) => {
    const word = readText(cell, wrong)
    if (word === '') return null
    const code = codesOf(book).get(word)
    if (code === undefined) wrong(unknown)
    return code ?? null
  }
