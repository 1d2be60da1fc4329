import { posix } from 'node:path'
import { decodeXml } from './decode.ts'
import { SheetError } from './errors.ts'
import type { Meter } from './limits.ts'
import { attributesOf, type XmlHandler, XmlScanner } from './xml.ts'
import type { Package } from './zip.ts'

/** Paths in the zip file of the sheet that is read, its styles and its shared strings; a file may have no styles or strings. */
export interface Workbook {
  sheet: string
  name: string
  /** The other visible sheets, in tab order. */
  others: { name: string; sheet: string }[]
  styles: string | undefined
  strings: string | undefined
  /** Whether day 0 is 1904-01-01 (old Macs) instead of 1899-12-31. */
  date1904: boolean
}

interface Relation {
  /** The last segment of the type; transitional and strict files differ only before it. */
  type: string
  target: string
}

interface SheetEntry {
  name: string
  relation: string
  visible: boolean
}

/**
 * Finds the first visible worksheet in tab order (the first of all if none is visible; charts are skipped). Throws
 * `not_xlsx` if the package is no workbook, `no_sheet` if it has no worksheet.
 */
export async function readWorkbook(pack: Package, meter: Meter): Promise<Workbook> {
  const root = await relationsOf(pack, '', meter)
  const main =
    [...root.values()].find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin')) throw new SheetError('not_xlsx', { format: 'xlsb' })
  if (!pack.has(main)) throw new SheetError('not_xlsx')
  await refuseMacroTypes(pack, meter)
  const { sheets, date1904 } = await readSheets(pack, main, meter)
  const relations = await relationsOf(pack, main, meter)
  const worksheets = sheets.filter((sheet) => relations.get(sheet.relation)?.type === 'worksheet')
  const chosen = worksheets.find((sheet) => sheet.visible) ?? worksheets[0]
  if (!chosen) throw new SheetError('no_sheet')
  const targetOf = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target
  const existing = (name: string | undefined) => (name !== undefined && pack.has(name) ? name : undefined)
  return {
    sheet: relations.get(chosen.relation)!.target,
    name: chosen.name,
    others: worksheets
      .filter((sheet) => sheet.visible && sheet !== chosen)
      .map(({ name, relation }) => ({ name, sheet: relations.get(relation)!.target })),
    styles: existing(targetOf('styles')),
    strings: existing(targetOf('sharedStrings')),
    date1904,
  }
}

async function readSheets(pack: Package, main: string, meter: Meter) {
  const sheets: SheetEntry[] = []
  let date1904 = false
  await scanPart(pack, main, meter, (name, path, attributes) => {
    if (path.length === 0 && name !== 'workbook') throw new SheetError('not_xlsx')
    if (name === 'workbookPr' && path.length === 1)
      date1904 = /^(1|true|on)$/.test(attributes().get('date1904') ?? '')
    if (name === 'sheet' && path[1] === 'sheets' && path.length === 2) {
      const found = attributes()
      sheets.push({
        name: found.get('name') ?? '',
        relation: found.get('id') ?? '',
        visible: (found.get('state') ?? 'visible') === 'visible',
      })
    }
  })
  return { sheets, date1904 }
}

/** Relations of a part by id (part '': of the package); external ones are omitted. */
async function relationsOf(pack: Package, part: string, meter: Meter): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part)
  const name = posix.join(folder, '_rels', `${part === '' ? '' : posix.basename(part)}.rels`)
  const relations = new Map<string, Relation>()
  if (!pack.has(name)) return relations
  await scanPart(pack, name, meter, (tag, _path, attributes) => {
    if (tag !== 'Relationship') return
    const found = attributes()
    if (found.get('TargetMode') === 'External') return
    const type = found.get('Type')?.split('/').at(-1) ?? ''
    relations.set(found.get('Id') ?? '', { type, target: resolveTarget(folder, found.get('Target') ?? '') })
  })
  return relations
}

/**
 * Resolves `/xl/a.xml`, `a.xml`, `../xl/a.xml` and `.\a.xml` to `xl/a.xml`; a path outside of the package matches
 * no part.
 */
function resolveTarget(folder: string, target: string): string {
  const path = safeDecode(target.replaceAll('\\', '/'))
  return posix.join(path.startsWith('/') ? '' : folder, path).replace(/^\/+/, '')
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A macro part may have any name, so its content type is checked. */
async function refuseMacroTypes(pack: Package, meter: Meter): Promise<void> {
  if (!pack.has('[Content_Types].xml')) return
  await scanPart(pack, '[Content_Types].xml', meter, (tag, _path, attributes) => {
    if (tag !== 'Override') return
    const type = attributes().get('ContentType') ?? ''
    if (/vbaProject|macrosheet/i.test(type)) throw new SheetError('macros')
  })
}

type OpenTag = (name: string, path: readonly string[], attributes: () => Map<string, string>) => void

/** Scans a small part; `path` has the names of the elements around the opened one. */
export async function scanPart(pack: Package, name: string, meter: Meter, open: OpenTag): Promise<void> {
  const path: string[] = []
  const handler: XmlHandler = {
    wantsText: false,
    open(tag, source, from, to) {
      open(tag, path, () => attributesOf(source, from, to))
      path.push(tag)
    },
    close() {
      path.pop()
    },
    text() {},
  }
  const scanner = new XmlScanner(handler, meter.limits.depth)
  for await (const text of decodeXml(pack.read(name))) scanner.write(text)
  scanner.end()
}
