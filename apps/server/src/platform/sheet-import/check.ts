import { type ImportError, type ImportResult, MAX_NAMED_ROWS } from '@pianzhang/contract/imports'
import { columnName, readHeads, readSheet, type SheetCell, type SheetRow } from '@pianzhang/xlsx'
import { SAMPLE_MARK } from '../sheet/template.ts'
import { isTotals } from '../sheet/totals.ts'
import { shownText } from '../sheet/words.ts'
import { cellAt, keysOf, type Layout, readHeader, type SheetColumns } from './columns.ts'
import type { ChangedCell, Mistake } from './fields.ts'
import type { SheetFile } from './file.ts'

const MAX_CONTENT = 50
/** So many titles, sheets and rows are named. */
const NAMED = 10
/** So many rows are searched for the header of a file whose first row is none. */
const HEADER_ROWS = 10

const named = (names: readonly (string | number)[], of: string, count = names.length): string =>
  names.slice(0, NAMED).join('、') + (count > NAMED ? `等${count}${of}` : '')

/** A checked row. */
export interface CheckedRow<K extends string, Row> {
  /** What is written; null if there is a mistake. */
  row: Row | null
  mistakes: Mistake<K>[]
  changed: readonly ChangedCell<K>[]
  /** Day, and amount in fen, if they could be read, even if the row has mistakes. */
  day: string | null
  amount: bigint | null
}

/** A ledger's rules for one file; they get its rows in order. */
export interface RowRules<K extends string, Row> {
  /** How many records the rows read so far make. */
  readonly records: number
  /** `line`: the row number shown by the spreadsheet. */
  check(line: number, cellOf: (key: K) => SheetCell | undefined): CheckedRow<K, Row>
  /** What is wrong with records as a whole, such as with the sum of several rows; asked once, after the last row of a file without bad rows. */
  end?(): readonly { line: number; mistakes: readonly Mistake<K>[] }[]
}

/** A data row with the result of its check. */
export interface Verdict<K extends string, Row> {
  row: SheetRow
  layout: Layout<K>
  checked: CheckedRow<K, Row>
}

/**
 * Checks a spreadsheet row by row, in constant memory except for the rules' state. `rows()` yields good rows until
 * the first bad one, but reads to the end to report all bad rows. Commit nothing before it ends without errors.
 */
export class SheetCheck<K extends string, Row> {
  /** Data rows so far, good and bad. */
  total = 0
  /** The sum in fen, and the first and last day, of the rows that could be read. */
  amount = 0n
  firstDay: string | null = null
  lastDay: string | null = null
  readonly #errors: ImportError[] = []
  #bad = 0
  #failedAtEnd = false
  #unread: string[] = []
  readonly #left: string[] = []
  readonly #hidden: number[] = []
  /** The first cells that were read as another text, and how many there are. */
  readonly #changed: string[] = []
  #changes = 0
  readonly #columns: SheetColumns<K>
  readonly #rules: RowRules<K, Row>

  constructor(columns: SheetColumns<K>, rules: RowRules<K, Row>) {
    this.#columns = columns
    this.#rules = rules
  }

  get records(): number {
    return this.#rules.records
  }

  get failed(): boolean {
    return this.#bad > 0
  }

  /** Whether each failed row has a mistake of its own, so that these rows alone are worth a file. */
  get failedByRow(): boolean {
    return this.failed && !this.#failedAtEnd
  }

  /** The result for the caller: one item for each of the first 200 bad rows, then an item of line 0 that counts the others. */
  result(): Pick<ImportResult, 'status' | 'error_items' | 'total' | 'bad'> {
    const rest = this.#bad - this.#errors.length
    const last = { line: 0, desc: `另有 ${rest} 行有误，修改后请重新导入`, mistakes: [] }
    return {
      status: this.failed ? 'failed' : 'succeeded',
      error_items: rest > 0 ? [...this.#errors, last] : this.#errors,
      total: this.total,
      // An unusable header is an error, but not a data row.
      bad: Math.min(this.#bad, this.total),
    }
  }

  /** What of the file is not read, and what is read though it is hidden, in Chinese; asked once, after the last row. */
  async notes(file: SheetFile, signal: AbortSignal): Promise<string[]> {
    const { name, alike } = await this.#otherSheets(file, signal)
    return [
      ...(alike.length > 0 ? [`读取的是工作表“${name}”，未读取：${named(alike, '个工作表')}`] : []),
      ...(this.#unread.length > 0 ? [`未读取的列：${named(this.#unread, '列')}`] : []),
      ...(this.#left.length > 0 ? [`未读取的行：${named(this.#left, '行')}`] : []),
      ...(this.#hidden.length > 0
        ? [`含有 ${this.#hidden.length} 行隐藏的行，已一并读取：第 ${named(this.#hidden, '行')} 行`]
        : []),
      ...(this.#changed.length > 0
        ? [`读取时有改动的单元格：${named(this.#changed, '个', this.#changes)}`]
        : []),
    ]
  }

  /** The name of the sheet that is read, and those of further visible sheets with its columns, such as of another month. */
  async #otherSheets({ path, tempPath }: SheetFile, signal: AbortSignal) {
    const { name, others } = await readHeads(path, { signal, tempPath })
    const alike = others.filter(
      ({ first }) => first && readHeader(this.#columns, first).problems.length === 0,
    )
    return { name, alike: alike.map((other) => other.name) }
  }

  /** `onRow` is called for every data row, good or bad. */
  async *rows(file: SheetFile, signal: AbortSignal, onRow: () => void): AsyncGenerator<Row> {
    for await (const { checked } of this.verdicts(file, signal)) {
      onRow()
      if (checked.row && !this.failed) yield checked.row
    }
  }

  /** Every data row, good and bad. */
  async *verdicts(file: SheetFile, signal: AbortSignal): AsyncGenerator<Verdict<K, Row>> {
    const { path, tempPath } = file
    const [first] = keysOf(this.#columns)
    let layout: Layout<K> | undefined
    let read: ReadonlySet<number> = new Set()
    let problems: string[] | undefined
    for await (const row of readSheet(path, { signal, tempPath })) {
      if (!layout) {
        const header = readHeader(this.#columns, row)
        problems ??= row.line === 1 ? header.problems : readHeader(this.#columns, undefined).problems
        if (problems.length > 0) {
          // The rest is only searched for the header.
          if (row.line > 1 && header.problems.length === 0) {
            problems.unshift(`表头须在第 1 行，文件的表头在第 ${row.line} 行，请删去其上的行`)
            break
          }
          if (row.line >= HEADER_ROWS) break
          continue
        }
        layout = header.layout
        this.#unread = header.unread
        read = this.#unsummed(layout)
        continue
      }
      const mark = first === undefined ? undefined : layout.get(first)
      const isSample = row.cells[mark ?? -1]?.text.trim().startsWith(SAMPLE_MARK)
      if (isSample || isTotals(row.cells, (column) => read.has(column), mark)) {
        this.#left.push(`第 ${row.line} 行（${isSample ? '示例' : '合计'}）`)
        continue
      }
      this.total += 1
      if (row.hidden) this.#hidden.push(row.line)
      yield this.#check(row, layout)
    }
    if (problems && problems.length > 0) {
      const { name, alike } = await this.#otherSheets(file, signal)
      if (alike.length > 0)
        problems.push(`读取的是工作表“${name}”，这些列在工作表“${alike[0]}”中，请将它移到最前`)
      this.#fail(1, problems.map(withoutColumn))
    }
    if (this.total === 0 && !this.failed) this.#fail(1, [withoutColumn('没有可导入的数据')])
    if (this.failed) return
    for (const { line, mistakes } of this.#rules.end?.() ?? []) {
      this.#failedAtEnd = true
      this.#fail(line, mistakes)
    }
  }

  /** All mistakes in one text, each with its column's title. */
  describe(mistakes: readonly Mistake<K>[]): string {
    return mistakes
      .map(({ key, message }) => (key === null ? message : `${this.#columns[key].title}：${message}`))
      .join('；')
  }

  /** Indexes of the columns that are read and have no sum in an export. */
  #unsummed(layout: Layout<K>): ReadonlySet<number> {
    return new Set([...layout].flatMap(([key, index]) => (this.#columns[key].summed ? [] : [index])))
  }

  #check(row: SheetRow, layout: Layout<K>): Verdict<K, Row> {
    const checked = this.#rules.check(row.line, (key) => cellAt(row, layout, key))
    const { day, amount, mistakes, changed } = checked
    this.#changes += changed.length
    for (const { key, as } of changed.slice(0, NAMED - this.#changed.length))
      this.#changed.push(changeOf(row, layout.get(key) ?? 0, as))
    if (day !== null && (this.firstDay === null || day < this.firstDay)) this.firstDay = day
    if (day !== null && (this.lastDay === null || day > this.lastDay)) this.lastDay = day
    if (amount !== null) this.amount += amount
    if (!checked.row) this.#fail(row.line, mistakes, { row, layout })
    return { row, layout, checked }
  }

  #fail(line: number, mistakes: readonly Mistake<K>[], found?: { row: SheetRow; layout: Layout<K> }): void {
    this.#bad += 1
    if (this.#errors.length >= MAX_NAMED_ROWS) return
    this.#errors.push({
      line,
      desc: this.describe(mistakes),
      mistakes: mistakes.map(({ key, message }) => ({
        column: key === null ? '' : this.#columns[key].title,
        message,
        ...contentOf(key, found),
      })),
    })
  }
}

/** Where a cell was read as another text, and how: what cannot be seen is named. */
function changeOf(row: SheetRow, column: number, as: string): string {
  const cell = `${columnName(column)}${row.line}`
  const text = row.cells[column]?.text ?? ''
  return text.replace(/\p{Cf}/gu, '').trim() === as
    ? `${cell}（去掉看不见的字符）`
    : `${cell}“${shortened(text.trim())}”读作“${shortened(as)}”`
}

const shortened = (text: string): string =>
  text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT - 1)}…` : text

/** The reference and the text of a mistake's cell. */
function contentOf<K extends string>(
  key: K | null,
  found: { row: SheetRow; layout: Layout<K> } | undefined,
): { cell: string; content: string } {
  const column = key === null ? undefined : found?.layout.get(key)
  if (!found || column === undefined) return { cell: '', content: '' }
  return {
    cell: `${columnName(column)}${found.row.line}`,
    content: shortened(shownText(found.row.cells[column]).trim()),
  }
}

const withoutColumn = (message: string): { key: null; message: string } => ({ key: null, message })
