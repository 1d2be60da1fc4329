import { Readable } from 'node:stream'
import {
  type CellValue,
  type ColumnKind,
  cellXml,
  columnName,
  STYLE,
  textXml,
  xmlText,
} from './write-cells.ts'
import { contentTypes, PACKAGE_RELATIONS, STYLES_XML, workbookRelations, workbookXml } from './write-parts.ts'
import { type ZipPart, zip } from './write-zip.ts'

export type { CellValue, ColumnKind } from './write-cells.ts'

export interface OutColumn {
  title: string
  kind: ColumnKind
  /** In characters; a wide one (CJK) counts as two. By default the title's width, at least 10. */
  width?: number
  /** Cells below the header offer the values of a range and accept no others. */
  choices?: Choices
}

/** A range such as `'Lists'!$A$1:$A$9`, and the message that the spreadsheet program shows for any other value. */
export interface Choices {
  range: string
  errorTitle: string
  error: string
}

export interface OutSheet {
  /** The tab's name; characters that Excel does not allow are replaced. */
  name: string
  columns: OutColumn[]
  /** Values in the order of the columns: row by row, or asynchronously in batches, read while the file is sent. */
  rows: Iterable<readonly CellValue[]> | AsyncIterable<readonly (readonly CellValue[])[]>
  hidden?: boolean
  /** Spreadsheet programs fold the rows by it. */
  outline?: Outline
}

/** An outline of rows: a head stands above the rows that fold below it, and is bold. */
export interface Outline {
  /** The depth of the deepest row; the highest heads have 0. */
  depth: number
  of(row: readonly CellValue[]): { depth: number; head: boolean }
}

/** Excel's limit of rows per sheet, header included. */
const MAX_ROWS = 1_048_576
const BLOCK = 64 * 1024

/**
 * An .xlsx as a stream, in constant memory: bold frozen header, money as numbers `#,##0.00`, dates as dates, text
 * as text. Above 1,048,576 rows the sheet continues in `<name> (2)`. An error of the rows destroys the stream;
 * destroying the stream ends the rows' iterator. Not hucre's writer, which has one sheet, no bold header, no text
 * format for empty cells, and leaves `_x0041_` unescaped.
 */
export function writeSheet(sheets: OutSheet[], options: { rowsPerSheet?: number } = {}): Readable {
  const rowsPerSheet = options.rowsPerSheet ?? MAX_ROWS
  return Readable.from(zip(bookParts(sheets, rowsPerSheet)), { objectMode: false, highWaterMark: BLOCK })
}

async function* bookParts(sheets: OutSheet[], rowsPerSheet: number): AsyncGenerator<ZipPart> {
  const names: { name: string; hidden: boolean }[] = []
  for (const sheet of sheets) {
    const rows = new Lookahead(sheet.rows)
    try {
      for (let part = 1; part === 1 || (await rows.more()); part++) {
        names.push({ name: tabName(sheet.name, part, names), hidden: sheet.hidden ?? false })
        yield {
          name: `xl/worksheets/sheet${names.length}.xml`,
          content: sheetXml(sheet, rows, rowsPerSheet),
        }
      }
    } finally {
      await rows.close()
    }
  }
  yield part('xl/styles.xml', STYLES_XML)
  yield part('xl/workbook.xml', workbookXml(names))
  yield part('xl/_rels/workbook.xml.rels', workbookRelations(names.length))
  yield part('_rels/.rels', PACKAGE_RELATIONS)
  yield part('[Content_Types].xml', contentTypes(names.length))
}

function part(name: string, xml: string): ZipPart {
  return { name, content: [Buffer.from(xml)] }
}

/** Yields blocks of many rows: a single row is too small to be passed on. */
async function* sheetXml(
  { columns, outline }: OutSheet,
  rows: Lookahead,
  rowsPerSheet: number,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => columnName(index))
  let xml = sheetHead(columns, outline)
  xml += `<row r="1">${columns.map(({ title }, index) => textXml(title, STYLE.header, `${letters[index]}1`)).join('')}</row>`
  for (let line = 2; line <= rowsPerSheet; line++) {
    const more = rows.more()
    if (!(more === true || (await more))) break
    const values = rows.take()
    const at = outline?.of(values)
    let cells = ''
    for (let index = 0; index < columns.length; index++) {
      cells += cellXml(values[index], columns[index]!.kind, letters[index]! + line, at?.head)
    }
    xml += `<row r="${line}"${at && at.depth > 0 ? ` outlineLevel="${at.depth}"` : ''}>${cells}</row>`
    if (xml.length < BLOCK) continue
    yield Buffer.from(xml)
    xml = ''
  }
  yield Buffer.from(`${xml}</sheetData>${choicesXml(columns)}</worksheet>`)
}

function sheetHead(columns: OutColumn[], outline: Outline | undefined): string {
  const widths = columns.map(
    ({ title, kind, width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width ?? titleWidth(title)}" style="${STYLE[kind]}" customWidth="1"/>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `${outline ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>' : ''}` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"${outline ? ` outlineLevelRow="${outline.depth}"` : ''}/>` +
    `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>`
  )
}

function titleWidth(title: string): number {
  const characters = [...title].reduce((width, sign) => width + (sign > '\u2e7f' ? 2 : 1), 0)
  return Math.max(10, characters + 4)
}

function choicesXml(columns: OutColumn[]): string {
  const rules = columns.flatMap(({ choices }, index) => {
    if (choices === undefined) return []
    const letter = columnName(index)
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="${xmlText(choices.errorTitle)}" ` +
        `error="${xmlText(choices.error)}" ` +
        `sqref="${letter}2:${letter}${MAX_ROWS}"><formula1>${xmlText(choices.range)}</formula1></dataValidation>`,
    ]
  })
  return rules.length > 0
    ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
    : ''
}

/**
 * Excel allows 31 characters, none of `[]:*?/\`, no quote at either end, and no two equal names (case-insensitive).
 */
function tabName(wanted: string, part: number, used: { name: string }[]): string {
  const clean = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, '_').replace(/^'|'$/g, '_') || 'Sheet'
  for (let number = part; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = clean.slice(0, 31 - suffix.length).toWellFormed() + suffix
    if (!used.some((other) => other.name.toLowerCase() === name.toLowerCase())) return name
  }
}

/** Rows with one row of look-ahead, as the last row decides whether a second sheet is needed. */
class Lookahead {
  readonly #source: AsyncIterator<readonly (readonly CellValue[])[]> | Iterator<readonly CellValue[]>
  readonly #some: boolean
  #rows: readonly (readonly CellValue[])[] = []
  #at = 0
  #ended = false

  constructor(rows: OutSheet['rows']) {
    this.#some = Symbol.asyncIterator in rows
    this.#source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  /** Call before `take`. */
  more(): boolean | Promise<boolean> {
    return this.#at < this.#rows.length || (!this.#ended && this.#read())
  }

  async #read(): Promise<boolean> {
    this.#at = 0
    do {
      const result = await this.#source.next()
      if (result.done) {
        this.#rows = []
        this.#ended = true
        return false
      }
      this.#rows = (this.#some ? result.value : [result.value]) as readonly (readonly CellValue[])[]
    } while (this.#rows.length === 0)
    return true
  }

  take(): readonly CellValue[] {
    const row = this.#rows[this.#at] ?? []
    this.#at += 1
    return row
  }

  async close(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#source.return?.()
  }
}
