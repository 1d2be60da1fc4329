import { type DayAndTime, isoToDay, serialToDay } from './dates.ts'
import { SheetError } from './errors.ts'
import { numberText, plainDecimal } from './numbers.ts'
import type { SharedStrings } from './strings.ts'
import type { NumberFormat } from './styles.ts'
import { unescapeText } from './text.ts'

/**
 * One non-blank cell.
 * - `text`: `text` is its content.
 * - `number`: `raw` is the file's decimal text (`4103.96`, `1.5E-7`, `21316.079999999998`); parse amounts from it
 * with exact arithmetic, never through a float. `text` is what Excel shows: at most 15 digits, no
 * exponent, `6%` under a percent format, `00123` under a format of zeros. `date` is the day that a five-digit
 * number would be. `unit`: a currency besides the yuan, or 千, 万, 亿, that the format shows beside it.
 * - `date`: `date` is the day, `YYYY-MM-DD`; `text` includes the time if there is one.
 * - `boolean`: `text` is `TRUE` or `FALSE`.
 * - `error`: `text` is `#DIV/0!` and the like, or a `CellFault`.
 */
export interface SheetCell {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error'
  text: string
  raw: string
  date: string | undefined
  unit?: string
}

/** A formula that was never computed, a number that is none, a day that does not exist. */
export type CellFault = 'no_result' | 'bad_number' | 'no_such_day'

/** What a cell's value depends on besides its own element. */
export interface CellContext {
  strings: SharedStrings
  formats: NumberFormat[]
  date1904: boolean
  cellLength: number
}

const NUMBER: NumberFormat = { kind: 'number' }

/**
 * A cell from its element's parts as in the file: `type` (`t`), `style` (`s`), `value` (`<v>` or the text of
 * `<is>`; undefined if missing), and whether it has a formula. Undefined for a blank cell. Throws `corrupt` for a
 * missing shared string, `cell_too_long`.
 */
export function makeCell(
  type: string,
  style: number,
  value: string | undefined,
  formula: boolean,
  context: CellContext,
): SheetCell | undefined {
  if (type === 's')
    return textCell(
      value === undefined || value.trim() === '' ? '' : context.strings.get(tableIndex(value)),
      context,
    )
  if (type === 'inlineStr') return textCell(unescapeText(value ?? ''), context)
  // A formula may have an empty text as result; without `<v>` it was never computed.
  if (type === 'str') {
    return value === undefined && formula
      ? error('no_result', '')
      : textCell(unescapeText(value ?? ''), context)
  }
  const raw = value?.trim() ?? ''
  if (raw === '') return formula ? error('no_result', '') : undefined
  if (type === 'e') return error(raw, raw)
  if (type === 'b')
    return { kind: 'boolean', text: raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE', raw, date: undefined }
  if (type === 'd') return dateCell(isoToDay(raw), raw)
  return numberCell(raw, context.formats[style] ?? NUMBER, context)
}

/** Whether the cell is blank, so that a row of such cells counts as empty. */
export function isBlank(cell: SheetCell): boolean {
  return cell.kind === 'text' && cell.text.trim() === ''
}

function tableIndex(value: string): number {
  return /^\s*\d+\s*$/.test(value) ? Number(value) : -1
}

function textCell(text: string, context: CellContext): SheetCell | undefined {
  if (text.length > context.cellLength) throw new SheetError('cell_too_long')
  return text === '' ? undefined : { kind: 'text', text, raw: text, date: undefined }
}

function numberCell(raw: string, format: NumberFormat, context: CellContext): SheetCell {
  const plain = plainDecimal(raw)
  if (plain === null) return error('bad_number', raw)
  if (format.kind === 'date') return dateCell(serialToDay(Number(raw), context.date1904), raw)
  // Five digits may be a day whose cell lost its date format; the epoch is known only here.
  const day = /^\d{5}(\.\d+)?$/.test(raw) ? serialToDay(Number(raw), context.date1904)?.date : undefined
  const cell: SheetCell = { kind: 'number', text: numberText(plain, format), raw, date: day }
  if (format.kind === 'number' && format.unit !== undefined) cell.unit = format.unit
  return cell
}

function dateCell(day: DayAndTime | null, raw: string): SheetCell {
  if (!day) return error('no_such_day', raw)
  return { kind: 'date', text: day.time ? `${day.date} ${day.time}` : day.date, raw, date: day.date }
}

function error(text: string, raw: string): SheetCell {
  return { kind: 'error', text, raw, date: undefined }
}
