import { parseTypedDate } from '@pianzhang/contract/calendar'
import { type PaymentLine, paymentBody, paymentLine } from '@pianzhang/contract/cost-executions'
import {
  codeOf,
  FACE_TAX_RATE_ERROR,
  faceTaxRate,
  PAY_CHANNELS,
  rateFromCell,
  VOUCHER_CATEGORIES,
  WRITE_OFF_CATEGORY,
} from '@pianzhang/contract/lists'
import { parseCell, parseTyped, yuan } from '@pianzhang/contract/money'
import type { z } from 'zod'
import type { SheetCell, SheetRow } from '../../platform/sheet/read.ts'
import type { ColumnKey, Layout } from './sheet.ts'

/** From what a spreadsheet says to the codes that the form would send. */
export interface Lookups {
  /** Subject code by number. */
  subjects: ReadonlyMap<string, string>
  /** Payment type's id by name. */
  categories: ReadonlyMap<string, string>
  /** Contract code by its number. */
  contracts: ReadonlyMap<string, string>
  /** Invoice code by its number; null when several have it. */
  invoices: ReadonlyMap<string, string | null>
}

const headerSchema = paymentBody.omit({ cost_execution_details: true, version: true })
export type PaymentHeader = z.output<typeof headerSchema>

export interface ParsedRow {
  line: number
  sequence: string
  /** What it says of its payment and of its line; absent where that cannot be read. */
  header?: PaymentHeader
  detail?: PaymentLine
  mistakes: Mistake[]
}

/** What is wrong with a row, and in which column; null where it is none in particular. */
export interface Mistake {
  key: ColumnKey | null
  message: string
}

/** One row as the input that the form would send, through the form's own schema. */
export function parseRow(row: SheetRow, layout: Layout, lookups: Lookups): ParsedRow {
  const mistakes: Mistake[] = []
  const wrong = (key: ColumnKey, message: string) => {
    mistakes.push({ key, message })
  }
  const cell = (key: ColumnKey) => row.cells[layout.get(key) ?? -1]
  /** The text of a cell; an error such as #DIV/0! is a mistake, never a text. */
  const text = (key: ColumnKey): string => {
    const found = cell(key)
    if (found?.kind !== 'error') return (found?.text ?? '').trim()
    wrong(key, errorText(found))
    return ''
  }
  /** Looks a text up; empty stays empty, unknown is a mistake. */
  const find = (
    key: ColumnKey,
    known: (label: string) => string | null | undefined,
    message: string,
  ): string | null => {
    const label = text(key)
    if (label === '') return null
    const code = known(label)
    if (code === null || code === undefined) wrong(key, message)
    return code ?? null
  }
  const failed = (key: ColumnKey) => mistakes.some((mistake) => mistake.key === key)

  const sequence = text('sequence')
  if (sequence === '' && !failed('sequence')) wrong('sequence', '请输入付款序号')
  const header = {
    pay_at: readDate(cell('pay_at'), (message) => wrong('pay_at', message)),
    payer: text('payer'),
    post: text('post'),
    summary: text('summary'),
  }
  const detail = {
    subject_three_code: find('subject', (number) => lookups.subjects.get(number), '科目编号不存在') ?? '',
    pay_channel: find('pay_channel', (label) => codeOf(PAY_CHANNELS, label), '付款方式不存在') ?? '',
    pay_category_id:
      find(
        'pay_category',
        (name) => lookups.categories.get(name),
        text('pay_category') === WRITE_OFF_CATEGORY
          ? `${WRITE_OFF_CATEGORY}由核销生成，不能导入`
          : '付款类型不存在',
      ) ?? '',
    voucher_category: find(
      'voucher_category',
      (label) => (label === '未填写' ? '' : codeOf(VOUCHER_CATEGORIES, label)),
      '凭证类型不存在',
    ),
    face_tax_rate: find(
      'face_tax_rate',
      (rate) => readRate(cell('face_tax_rate'), rate),
      FACE_TAX_RATE_ERROR,
    ),
    contract_code: find('contract', (number) => lookups.contracts.get(number), '合同编号不存在'),
    check_invoice_code: find(
      'invoice',
      (number) => lookups.invoices.get(number),
      '发票号码不存在，或有多张发票使用此号码',
    ),
    pay_amount: readAmount(cell('pay_amount'), (message) => wrong('pay_amount', message)),
    remark: text('remark'),
  }
  const parsedHeader = headerSchema.safeParse(header)
  const parsedDetail = paymentLine.safeParse(detail)
  for (const { issues } of [parsedHeader.error, parsedDetail.error].filter((error) => error !== undefined))
    for (const issue of issues) {
      const key = KEY_OF[String(issue.path[0])]
      // A cell that could not be read has its mistake already.
      if (key && !failed(key)) wrong(key, issue.message)
    }
  return { line: row.line, sequence, mistakes, header: parsedHeader.data, detail: parsedDetail.data }
}

/** Which column a field of the form comes from. */
export const KEY_OF: Record<string, ColumnKey> = {
  pay_at: 'pay_at',
  payer: 'payer',
  post: 'post',
  summary: 'summary',
  subject_three_code: 'subject',
  pay_channel: 'pay_channel',
  pay_category_id: 'pay_category',
  voucher_category: 'voucher_category',
  face_tax_rate: 'face_tax_rate',
  contract_code: 'contract',
  check_invoice_code: 'invoice',
  pay_amount: 'pay_amount',
  remark: 'remark',
}

/** What is wrong with a cell of kind error: Excel's own sign, or the reader's words. */
const errorText = (cell: SheetCell) => (/^#/.test(cell.text) ? `公式错误（${cell.text}）` : cell.text)

const TIME = /[ T]+([01]?\d|2[0-3])[:：][0-5]\d([:：][0-5]\d(\.\d+)?)?$/

function readDate(cell: SheetCell | undefined, wrong: (message: string) => void): string {
  if (!cell) return ''
  if (cell.kind === 'date') return cell.date ?? ''
  if (cell.kind === 'error') {
    wrong(errorText(cell))
    return ''
  }
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

function readRate(cell: SheetCell | undefined, text: string): string | null {
  return cell?.kind === 'number' ? rateFromCell(cell.raw, text.endsWith('%')) : faceTaxRate(text)
}

function readAmount(cell: SheetCell | undefined, wrong: (message: string) => void): string {
  if (!cell) return ''
  if (cell.kind === 'error') {
    wrong(errorText(cell))
    return ''
  }
  const typed = cell.kind === 'number' ? parseCell(cell.raw) : parseTyped(cell.text)
  if (typed.fen !== undefined) return yuan(typed.fen)
  if (cell.text.trim() !== '') wrong(typed.error)
  return ''
}
