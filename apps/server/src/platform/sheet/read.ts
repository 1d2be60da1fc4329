import { breathing } from '../breathing.ts'
import { decodeXml } from './decode.ts'
import { Meter, type SheetLimits } from './limits.ts'
import { RowsHandler, type SheetRow } from './rows.ts'
import { readSharedStrings, type SharedStrings } from './strings.ts'
import { readStyles } from './styles.ts'
import { readWorkbook } from './workbook.ts'
import { XmlScanner } from './xml.ts'
import { openPackage } from './zip.ts'

export type { SheetCell } from './cells.ts'
export { SheetError, type SheetReason } from './errors.ts'
export type { SheetLimits } from './limits.ts'
export type { SheetRow } from './rows.ts'

/**
 * The rows of the first visible sheet of an .xlsx, in order, read in constant memory (but for the table of
 * shared strings). Rows without content are not given; `line` stays the number that the spreadsheet shows. Of
 * merged cells only the first has content. Leaving the loop early closes the file.
 *
 * Throws `SheetError` when the file is not to be read, also after many good rows: write nothing before the end.
 */
export async function* readSheet(path: string, limits: Partial<SheetLimits> = {}): AsyncGenerator<SheetRow> {
  // Rows of a few bytes come by the thousand in one block, and blocks without a pause.
  const breathe = breathing()
  for await (const rows of readBatches(path, limits))
    for (const row of rows) {
      yield row
      const breath = breathe()
      if (breath) await breath
    }
}

/** Where a row with cells ends, whatever prefix the program gives its elements. */
const ROW_END = /<\/(?:[\w.-]+:)?row\s*>/g
/** Longer than such an end: it may stand across two pieces. */
const OVERLAP = 80

/**
 * How many rows `readSheet` gives for the file at most, header included: blank ones with a format count too. For a progress bar: it only
 * looks where rows end, in a quarter of the time that reading takes, and so throws less than `readSheet`.
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

/** Rows as they come out of one block of the file, some dozens at a time. */
async function* readBatches(path: string, limits: Partial<SheetLimits>): AsyncGenerator<SheetRow[]> {
  const meter = new Meter(limits)
  meter.check()
  const pack = await openPackage(path, meter)
  let strings: SharedStrings | undefined
  try {
    const book = await readWorkbook(pack, meter)
    const formats = await readStyles(pack, book.styles, meter)
    strings = await readSharedStrings(pack, book.strings, meter)
    const { date1904 } = book
    const handler = new RowsHandler(
      { strings, formats, date1904, cellLength: meter.limits.cellLength },
      meter.limits,
    )
    const scanner = new XmlScanner(handler, meter.limits.depth)
    for await (const text of decodeXml(pack.read(book.sheet))) {
      scanner.write(text)
      if (handler.rows.length === 0) continue
      const rows = handler.rows
      handler.rows = []
      meter.pause()
      yield rows
      meter.resume()
    }
    scanner.end()
  } finally {
    strings?.close()
    await pack.close()
  }
}
