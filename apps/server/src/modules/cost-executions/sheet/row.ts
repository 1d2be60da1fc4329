import { parseTypedDate } from '@pianzhang/contract/calendar'
import { type PaymentLine, paymentBody, paymentLine } from '@pianzhang/contract/cost-executions'
import { FACE_TAX_RATE_ERROR, faceTaxRate, rateFromCell } from '@pianzhang/contract/lists'
import { parseCell, parseTyped, yuan } from '@pianzhang/contract/money'
import { type ColumnKey, type Lookups, readWord, type WordColumn } from '@pianzhang/contract/payment-sheet'
import type { z } from 'zod'
import type { SheetCell, SheetRow } from '../../../platform/sheet/read.ts'
import type { Layout } from './columns.ts'

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

/**
 * Reads rows as the input that the form would send, through the form's own schema, field by field. What was right once is remembered: a column
 * of a hundred thousand rows says few different things.
 */
export class RowReader {
  readonly #lookups: Lookups
  readonly #header = new Fields(headerSchema.shape)
  readonly #detail = new Fields(paymentLine.shape)
  readonly #words = new Memory<string | null>()
  readonly #days = new Memory<string>()
  readonly #rates = new Memory<string | null>()

  constructor(lookups: Lookups) {
    this.#lookups = lookups
  }

  read(row: SheetRow, layout: Layout): ParsedRow {
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
    /** What a word stands for; empty stays empty, unknown is a mistake. */
    const find = (key: WordColumn): string | null => {
      const said = text(key)
      return (
        this.#words.recall(`${key} ${said}`, () => {
          const word = readWord(key, said, this.#lookups)
          if (word.error !== undefined) wrong(key, word.error)
          return word.code
        }) ?? null
      )
    }
    const rate = (): string | null => {
      const typed = text('face_tax_rate')
      if (typed === '') return null
      const found = cell('face_tax_rate')
      return (
        this.#rates.recall(`${found?.kind} ${found?.raw} ${typed}`, () => {
          const read = readRate(found, typed)
          if (read === null) wrong('face_tax_rate', FACE_TAX_RATE_ERROR)
          return read ?? undefined
        }) ?? null
      )
    }
    const day = (): string => {
      const found = cell('pay_at')
      return (
        this.#days.recall(
          `${found?.kind} ${found?.date} ${found?.text}`,
          () => readDate(found, (message) => wrong('pay_at', message)) || undefined,
        ) ?? ''
      )
    }

    const sequence = text('sequence')
    if (sequence === '' && mistakes.length === 0) wrong('sequence', '请输入付款序号')
    const header = this.#header.parse({
      pay_at: day(),
      payer: text('payer'),
      post: text('post'),
      summary: text('summary'),
    })
    const detail = this.#detail.parse({
      subject_three_code: find('subject') ?? '',
      pay_channel: find('pay_channel') ?? '',
      pay_category_id: find('pay_category') ?? '',
      voucher_category: find('voucher_category'),
      face_tax_rate: rate(),
      contract_code: find('contract'),
      check_invoice_code: find('invoice'),
      pay_amount: readAmount(cell('pay_amount'), (message) => wrong('pay_amount', message)),
      remark: text('remark'),
    })
    for (const [field, message] of [...header.problems, ...detail.problems]) {
      const key = KEY_OF[field]
      // A cell that could not be read has its mistake already.
      if (key && !mistakes.some((mistake) => mistake.key === key)) wrong(key, message)
    }
    return { line: row.line, sequence, mistakes, header: header.data, detail: detail.data }
  }
}

/** Answers for inputs that came before, as many as a column usually has; undefined is not kept. */
class Memory<T> {
  readonly #known = new Map<string | null | undefined, T>()

  recall(input: string | null | undefined, find: () => T | undefined): T | undefined {
    const known = this.#known.get(input)
    if (known !== undefined) return known
    const found = find()
    if (found === undefined) return undefined
    if (this.#known.size >= MEMORY) this.#known.clear()
    this.#known.set(input, found)
    return found
  }
}
const MEMORY = 5_000

/** The fields of an object schema without rules across them, each read by itself. */
class Fields<S extends Record<string, z.ZodType>> {
  readonly #fields: { name: string; schema: z.ZodType; right: Memory<{ value: unknown }> }[]

  constructor(shape: S) {
    this.#fields = Object.entries(shape).map(([name, schema]) => ({ name, schema, right: new Memory() }))
  }

  parse(input: { [K in keyof S]?: string | null }): {
    data: { [K in keyof S]: z.output<S[K]> } | undefined
    problems: [field: string, message: string][]
  } {
    const data: Record<string, unknown> = {}
    const problems: [string, string][] = []
    for (const { name, schema, right } of this.#fields) {
      const given = input[name]
      const read = right.recall(given, () => {
        const { success, data: value, error } = schema.safeParse(given)
        for (const issue of error?.issues ?? []) problems.push([name, issue.message])
        return success ? { value } : undefined
      })
      data[name] = read?.value
    }
    return { data: problems.length === 0 ? (data as never) : undefined, problems }
  }
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
