import { breathing } from './breathing.ts'
import type { CellContext } from './cells.ts'
import { decodeXml } from './decode.ts'
import { Meter, type SheetLimits } from './limits.ts'
import { RowsHandler, type SheetRow } from './rows.ts'
import { readSharedStrings, type SharedStrings } from './strings.ts'
import { readStyles } from './styles.ts'
import { readWorkbook } from './workbook.ts'
import { XmlScanner } from './xml.ts'
import { openPackage, type Package } from './zip.ts'

/**
 * Yields the rows of the first visible sheet of an .xlsx in order, in constant memory except for the shared
 * strings. Blank rows are omitted; `line` is the row number shown by Excel. Of merged cells only the first has
 * content. Ending the loop early closes the file. Throws `SheetError`, possibly after many good rows: commit
 * nothing before the end.
 */
export async function* readSheet(path: string, limits: Partial<SheetLimits> = {}): AsyncGenerator<SheetRow> {
  // One block of the file may hold thousands of small rows, so the loop yields to the event loop.
  const breathe = breathing()
  for await (const rows of readBatches(path, limits))
    for (const row of rows) {
      yield row
      const breath = breathe()
      if (breath) await breath
    }
}

/** A sheet's name and first row that is not blank; undefined: it has none. */
export interface SheetHead {
  name: string
  first: SheetRow | undefined
}

/** So many further sheets are looked at. */
const MAX_OTHERS = 20

/** The name of the sheet that `readSheet` reads, and name and first row of the other visible ones (20 at most). Throws `SheetError`. */
export async function readHeads(
  path: string,
  limits: Partial<SheetLimits> = {},
): Promise<{ name: string; others: SheetHead[] }> {
  const meter = new Meter(limits)
  const pack = await openPackage(path, meter)
  let strings: SharedStrings | undefined
  try {
    const { name, others, ...book } = await readWorkbook(pack, meter)
    if (others.length === 0) return { name, others: [] }
    const formats = await readStyles(pack, book.styles, meter)
    strings = await readSharedStrings(pack, book.strings, meter)
    const context = { strings, formats, date1904: book.date1904, cellLength: meter.limits.cellLength }
    const heads: SheetHead[] = []
    for (const other of others.slice(0, MAX_OTHERS))
      for await (const [first] of batchesOf(pack, other.sheet, context, meter)) {
        heads.push({ name: other.name, first })
        break
      }
    return { name, others: heads }
  } finally {
    strings?.close()
    await pack.close()
  }
}

/** The end tag of a row, with any namespace prefix. */
const ROW_END = /<\/(?:[\w.-]+:)?row\s*>/g
/** Longer than the end tag, which may be split between two pieces. */
const OVERLAP = 80

/**
 * An upper bound of the rows that `readSheet` yields, header and blank rows included, for a progress bar. It only
 * counts end tags, in a quarter of the time, and so throws in fewer cases.
 */
export async function countRows(path: string, limits: Partial<SheetLimits> = {}): Promise<number> {
  const meter = new Meter(limits)
  const pack = await openPackage(path, meter)
  const breathe = breathing()
  let count = 0
  let rest = ''
  try {
    for await (const text of decodeXml(pack.read((await readWorkbook(pack, meter)).sheet))) {
      const looked = rest + text
      let end = 0
      for (const match of looked.matchAll(ROW_END)) {
        count += 1
        end = match.index + match[0].length
      }
      rest = looked.slice(Math.max(end, looked.length - OVERLAP))
      await breathe()
    }
  } finally {
    await pack.close()
  }
  return count
}

/** Yields the rows of one block of the file at a time, some dozens. */
async function* readBatches(path: string, limits: Partial<SheetLimits>): AsyncGenerator<SheetRow[]> {
  const meter = new Meter(limits)
  meter.check()
  const pack = await openPackage(path, meter)
  let strings: SharedStrings | undefined
  try {
    const book = await readWorkbook(pack, meter)
    const formats = await readStyles(pack, book.styles, meter)
    strings = await readSharedStrings(pack, book.strings, meter)
    const context = { strings, formats, date1904: book.date1904, cellLength: meter.limits.cellLength }
    yield* batchesOf(pack, book.sheet, context, meter)
  } finally {
    strings?.close()
    await pack.close()
  }
}

/** Yields the rows of a worksheet part as they are read, at least one at a time; the meter stands still meanwhile. */
async function* batchesOf(
  pack: Package,
  sheet: string,
  context: CellContext,
  meter: Meter,
): AsyncGenerator<SheetRow[]> {
  const handler = new RowsHandler(context, meter.limits)
  const scanner = new XmlScanner(handler, meter.limits.depth)
  for await (const text of decodeXml(pack.read(sheet))) {
    scanner.write(text)
    if (handler.rows.length === 0) continue
    const rows = handler.rows
    handler.rows = []
    meter.pause()
    try {
      yield rows
    } finally {
      meter.resume()
    }
  }
  scanner.end()
}
