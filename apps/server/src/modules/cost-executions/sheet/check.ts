import { MAX_LINES, type PaymentLine } from '@pianzhang/contract/cost-executions'
import { type ImportError, type ImportResult, MAX_NAMED_ROWS } from '@pianzhang/contract/imports'
import { MAX_FEN } from '@pianzhang/contract/money'
import { type ColumnKey, type Lookups, titleOf } from '@pianzhang/contract/payment-sheet'
import { readSheet, type SheetRow } from '../../../platform/sheet/read.ts'
import { columnName } from '../../../platform/sheet/write-cells.ts'
import type { References } from '../references.ts'
import { type ResolvedLine, resolveLine } from '../rules.ts'
import { type Layout, readHeader, SAMPLE_MARK } from './columns.ts'
import { KEY_OF, type Mistake, type PaymentHeader, RowReader } from './row.ts'
import type { SheetFile } from './sheet-file.ts'

const MAX_CONTENT = 50

/** A row that holds: its payment (`place`, from 1 in the order of the file), its place inside it, and what is written. */
export interface CheckedRow {
  place: number
  position: number
  header: PaymentHeader
  line: ResolvedLine
}

/** What the project knows: the spreadsheet's words to codes, the codes to records. */
export interface ProjectBook {
  lookups: Lookups
  references: References
}

type ReadableSheet = Pick<SheetFile, 'path' | 'tempPath'>

interface Group {
  place: number
  /** The row whose payment columns count. */
  first: number
  header: PaymentHeader
  lines: number
  total: bigint
}

/** A data row that was read: what it holds, or what is wrong with it. */
export interface Verdict {
  row: SheetRow
  layout: Layout
  checked: CheckedRow | null
  mistakes: Mistake[]
}

/**
 * Checks a spreadsheet row by row, in constant memory but for one entry a payment. `rows()` yields the good rows until the first bad
 * one; it always reads to the end, so that every bad row is named. Write nothing before it has ended without errors.
 */
export class PaymentSheet {
  /** Data rows seen so far, good and bad. */
  total = 0
  /** Of the rows that could be read: the sum in fen, the first and the last day. */
  amount = 0n
  firstDay: string | null = null
  lastDay: string | null = null
  readonly #errors: ImportError[] = []
  #bad = 0
  readonly #groups = new Map<string, Group>()
  readonly #invoices = new Map<string, number>()
  readonly #book: ProjectBook
  readonly #reader: RowReader

  constructor(book: ProjectBook) {
    this.#book = book
    this.#reader = new RowReader(book.lookups)
  }

  get payments(): number {
    return this.#groups.size
  }

  get failed(): boolean {
    return this.#bad > 0
  }

  /** What the caller is told: at most 200 rows by name, then one item of line 0 that counts the rest. */
  result(): Pick<ImportResult, 'status' | 'error_items' | 'total' | 'bad'> {
    const rest = this.#bad - this.#errors.length
    const last = { line: 0, desc: `另有 ${rest} 行有误，修改后请重新导入`, mistakes: [] }
    return {
      status: this.failed ? 'failed' : 'succeeded',
      error_items: rest > 0 ? [...this.#errors, last] : this.#errors,
      total: this.total,
      // A header that cannot be used is not a data row.
      bad: Math.min(this.#bad, this.total),
    }
  }

  /** `onRow` is called for every data row that was checked, good or bad. */
  async *rows(file: ReadableSheet, signal: AbortSignal, onRow: () => void): AsyncGenerator<CheckedRow> {
    for await (const { checked } of this.verdicts(file, signal)) {
      onRow()
      if (checked && !this.failed) yield checked
    }
  }

  /** Every data row, good and bad. */
  async *verdicts({ path, tempPath }: ReadableSheet, signal: AbortSignal): AsyncGenerator<Verdict> {
    let layout: Layout | undefined
    for await (const row of readSheet(path, { signal, tempPath })) {
      if (!layout) {
        const header = readHeader(row)
        layout = header.layout
        if (header.problems.length > 0) {
          this.#fail(1, header.problems.map(ofNoColumn))
          return
        }
        if (row.line === 1) continue
      }
      const sequence = row.cells[layout.get('sequence') ?? -1]?.text ?? ''
      if (sequence.trim().startsWith(SAMPLE_MARK)) continue
      this.total += 1
      yield this.#check(row, layout)
    }
    if (this.total === 0 && !this.failed) this.#fail(1, [ofNoColumn('没有可导入的数据')])
  }

  #check(row: SheetRow, layout: Layout): Verdict {
    const parsed = this.#reader.read(row, layout)
    const mistakes = [...parsed.mistakes]
    const { header, sequence, detail } = parsed
    // Also of a row with other mistakes: it still says what its payment is, and later rows are compared with it.
    const group = sequence !== '' && header ? this.#group(sequence, row.line, header) : undefined
    if (group && header) mistakes.push(...differences(group, header))
    const line = detail && this.#resolve(row.line, detail, mistakes)
    if (header) this.#note(header.pay_at)
    if (detail) this.amount += detail.pay_amount
    if (group && detail) {
      group.lines += 1
      group.total += detail.pay_amount
      if (group.lines > MAX_LINES)
        mistakes.push({ key: 'sequence', message: `一笔付款最多${MAX_LINES}条明细` })
      if (group.total > MAX_FEN || group.total < -MAX_FEN)
        mistakes.push({ key: 'pay_amount', message: '付款总额超出范围' })
    }
    const checked =
      mistakes.length === 0 && group && line
        ? { place: group.place, position: group.lines, header: group.header, line }
        : null
    if (!checked) this.#fail(row.line, mistakes, { row, layout })
    return { row, layout, checked, mistakes }
  }

  #note(day: string): void {
    if (this.firstDay === null || day < this.firstDay) this.firstDay = day
    if (this.lastDay === null || day > this.lastDay) this.lastDay = day
  }

  /** What the row refers to, and that the file uses an invoice once. */
  #resolve(row: number, detail: PaymentLine, mistakes: Mistake[]): ResolvedLine {
    const { resolved, problems } = resolveLine(detail, this.#book.references, null)
    mistakes.push(...problems.map(({ field, message }) => ({ key: KEY_OF[field] ?? null, message })))
    if (detail.check_invoice_code !== null) {
      const other = this.#invoices.get(detail.check_invoice_code)
      if (other !== undefined) mistakes.push({ key: 'invoice', message: `已在第${other}行使用` })
      else this.#invoices.set(detail.check_invoice_code, row)
    }
    return resolved
  }

  #group(sequence: string, line: number, header: PaymentHeader): Group {
    let group = this.#groups.get(sequence)
    if (!group) {
      group = { place: this.#groups.size + 1, first: line, header, lines: 0, total: 0n }
      this.#groups.set(sequence, group)
    }
    return group
  }

  #fail(line: number, mistakes: readonly Mistake[], found?: Pick<Verdict, 'row' | 'layout'>): void {
    this.#bad += 1
    if (this.#errors.length >= MAX_NAMED_ROWS) return
    this.#errors.push({
      line,
      desc: inWords(mistakes),
      mistakes: mistakes.map(({ key, message }) => ({
        column: key ? titleOf(key) : '',
        message,
        ...placeOf(key, found),
      })),
    })
  }
}

/** Where a mistake stands, and what stands there. */
function placeOf(key: ColumnKey | null, found: Pick<Verdict, 'row' | 'layout'> | undefined) {
  const column = key === null ? undefined : found?.layout.get(key)
  if (!found || column === undefined) return { cell: '', content: '' }
  const text = (found.row.cells[column]?.text ?? '').trim()
  return {
    cell: `${columnName(column)}${found.row.line}`,
    content: text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT - 1)}…` : text,
  }
}

const ofNoColumn = (message: string): Mistake => ({ key: null, message })

/** All in one sentence, each with its column's title. */
export const inWords = (mistakes: readonly Mistake[]): string =>
  mistakes.map(({ key, message }) => (key ? `${titleOf(key)}：${message}` : message)).join('；')

/** Later rows of a payment must say the same about it as its first. */
function differences(group: Group, header: PaymentHeader): Mistake[] {
  return (['pay_at', 'payer', 'post', 'summary'] as const)
    .filter((key) => header[key] !== group.header[key])
    .map((key) => ({ key, message: `与第${group.first}行同一付款序号的内容不一致` }))
}
