import { quoting, rateFromText } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type Lookups, readInvoices, readWord } from '@pianzhang/contract/payment-sheet'
import { MAX_LINES, PAYMENT_LINE_FIELDS, paymentLine } from '@pianzhang/contract/payments'
import type { Layout as AnyLayout, PasteColumn } from '../../../ui/paste/titles.ts'
import { blankLine, type Draft, type DraftLine, type LineField } from './draft.ts'
import { type DraftInvoices, sentInvoices } from './draftInvoices.ts'

/** Turns spreadsheet cells into payment lines: maps columns to fields, parses each cell and reports errors. Pure functions. */

/** The columns of a line in the order of the form. pasteGuess.ts uses the order where the cells' content does not decide. */
export const LINE_COLUMNS = [
  'subject_three_code',
  'pay_amount',
  'pay_channel',
  'pay_category_id',
  'voucher_category',
  'face_tax_rate',
  'contract_code',
  'invoices',
  'remark',
] as const satisfies readonly LineField[]
export type LineColumn = (typeof LINE_COLUMNS)[number]

/** Other titles of these columns than the template's. */
const ALSO: Partial<Record<LineColumn, readonly string[]>> = {
  subject_three_code: ['科目', '三级科目', '科目名称'],
  pay_amount: ['金额'],
  pay_channel: ['支付方式'],
  face_tax_rate: ['税率'],
  contract_code: ['合同'],
  invoices: ['发票号'],
}

export const columnTitle = (column: LineColumn): string =>
  column === 'subject_three_code' ? '科目' : PAYMENT_LINE_FIELDS[column]

export const PASTE_COLUMNS: readonly PasteColumn<LineColumn>[] = LINE_COLUMNS.map((column) => ({
  value: column,
  titles: [PAYMENT_LINE_FIELDS[column], ...(ALSO[column] ?? [])],
}))

/** The field of each pasted column; null: the column is ignored. */
export type Layout = AnyLayout<LineColumn>

interface PastedCell {
  /** As it was copied. */
  text: string
  /** Value for the form; empty if the cell is empty or has an error. */
  value: string
  /** Of 发票号码: the value for the form. */
  invoices?: DraftInvoices
  error?: string
}
export type PastedRow = Readonly<Partial<Record<LineColumn, PastedCell>>>

/** The import's lookups, plus what only the form needs: parent subjects and invoices already used in it. */
export interface Book extends Lookups {
  /** Whether a line may have several invoices, and an invoice several lines. */
  several: boolean
  /** Numbers and names of levels one and two, which take no amounts. */
  upper: ReadonlySet<string>
  /** Invoices used by lines of this form: code → label of the line (详情2). */
  taken: ReadonlyMap<string, string>
}

/** Parses one cell by the rules of the spreadsheet import. */
export function readPasted(column: LineColumn, copied: string, book: Book): PastedCell {
  const text = copied.trim()
  const { value = '', invoices, error } = text === '' ? {} : read(column, text, book)
  if (error !== undefined) return { text, value: '', error }
  if (text === '') return { text, value }
  // The form's schema also refuses values that parse, such as an amount of 0 or a remark that is too long.
  const { error: refused } = paymentLine.shape[column].safeParse(invoices ? sentInvoices(invoices) : value)
  if (refused) return { text, value: '', error: refused.issues[0]?.message ?? '格式不正确' }
  return { text, value, ...(invoices && { invoices }) }
}

type Read = Partial<Omit<PastedCell, 'text'>>

function read(column: LineColumn, text: string, book: Book): Read {
  // Excel copies failed formulas as `#REF!` and the like, and numbers wider than their column as `###`.
  if (/^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/.test(text)) return { error: `公式错误（${text}）` }
  if (/^#+$/.test(text)) return { error: '单元格太窄，内容未显示，请加宽后重新复制' }
  if (column === 'remark') return { value: text }
  if (column === 'pay_amount') {
    const { fen, error } = parseField(text)
    return fen === undefined ? { error } : { value: yuan(fen) }
  }
  if (column === 'face_tax_rate') {
    const { rate, error } = rateFromText(text)
    return rate === undefined ? { error } : { value: rate }
  }
  if (column === 'invoices' && book.several) return invoicesIn(text, book)
  const { code, error } = readWord(column, text, book)
  if (column === 'invoices' && code) return { value: code, invoices: [{ code, amount: '' }] }
  if (error === undefined) return { value: code ?? '' }
  return { error: column === 'subject_three_code' ? subjectError(text, book) : error }
}

/** 12345678、23456789（50.00） */
function invoicesIn(text: string, book: Book): Read {
  const found = readInvoices(text, book)
  if ('error' in found) return found
  const invoices = found.invoices.map(({ code, amount = '' }) => {
    const { fen, error } = parseField(amount)
    return { code, amount: fen === undefined ? amount : yuan(fen), error: amount === '' ? undefined : error }
  })
  const error = invoices.find((one) => one.error)?.error
  if (error !== undefined) return { error }
  if (new Set(invoices.map(({ code }) => code)).size < invoices.length) return { error: '发票重复' }
  return { value: text, invoices: invoices.map(({ code, amount }) => ({ code, amount })) }
}

function subjectError(text: string, { subjects, upper }: Book): string {
  if (subjects.get(text) === null) return '有多个同名科目，请填写科目编号'
  return upper.has(text) ? '须为三级科目' : '科目不存在'
}

/** Rows with at least one non-empty cell. */
export const rowsWithText = (rows: readonly (readonly string[])[]): (readonly string[])[] =>
  rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))

/** Parses the non-empty rows. `fill`: values for every row in fields that no pasted column provides. */
export function readRows(
  rows: readonly (readonly string[])[],
  layout: Layout,
  book: Book,
  fill: Partial<Record<LineColumn, string>> = {},
): PastedRow[] {
  const taken = new Map<string, string>(book.taken)
  return rowsWithText(rows).map((cells, at) => {
    const row: Partial<Record<LineColumn, PastedCell>> = {}
    for (const [column, value] of Object.entries(fill) as [LineColumn, string][])
      row[column] = { text: '', value }
    layout.forEach((column, index) => {
      if (column) row[column] = readPasted(column, cells[index] ?? '', book)
    })
    const { invoices: invoice } = row
    if (invoice?.value && !book.several) {
      const other = taken.get(invoice.value)
      if (other) row.invoices = { text: invoice.text, value: '', error: `${other}已使用此发票` }
      else taken.set(invoice.value, `第${at + 1}行`)
    }
    return row
  })
}

const SHOWN = 40
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function lineOf(row: PastedRow): DraftLine {
  const line = { ...blankLine() }
  const unread: Record<string, string> = {}
  for (const [field, { text, value, invoices, error }] of Object.entries(row) as [LineColumn, PastedCell][]) {
    if (error) unread[field] = quoting(error, short(text))
    else if (field === 'invoices') line.invoices = invoices ?? []
    else if (value !== '') line[field] = value
  }
  return { ...line, unread }
}

/** Whether nothing was entered in this line. */
const isBlank = ({ key: _key, unread, images, invoices, ...fields }: DraftLine): boolean =>
  images.length === 0 &&
  invoices.length === 0 &&
  Object.keys(unread).length === 0 &&
  Object.values(fields).every((value) => value === null || value === '')

/** Number of lines that can still be added; blank lines do not count because `addPasted` removes them. */
export const room = (draft: Draft): number => MAX_LINES - draft.lines.filter((line) => !isBlank(line)).length

/** Appends lines after the existing ones and shows the first with an error, else the first added. */
export function addPasted(draft: Draft, rows: readonly PastedRow[]): Draft {
  const added = rows.map(lineOf)
  if (added.length === 0 || added.length > room(draft)) return draft
  const shown = added.find((line) => Object.keys(line.unread).length > 0) ?? added[0]
  return {
    ...draft,
    lines: [...draft.lines.filter((line) => !isBlank(line)), ...added],
    active: shown?.key ?? draft.active,
  }
}
