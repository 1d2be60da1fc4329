import type { KnownCell } from '../../../../../../packages/xlsx/test/workbooks.ts'

/** A tag, its attributes, whether it ends its element; or text. */
const PIECE = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
const attribute = (attributes: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]

/** Elements within a cell that are no part of its text: a comment, a drawing. */
const BESIDE = /^(office:annotation|draw:)/

/**
 * The cells of one table of a flat OpenDocument spreadsheet (ISO/IEC 26300, 9.1), as LibreOffice writes what it has read: rows of cells, null where there is
 * nothing; rows and cells behind the last one are left out.
 */
export function readFlatTable(xml: string, table: string): (KnownCell | null)[][] {
  const rows: (KnownCell | null)[][] = []
  let inside = false
  let row: (KnownCell | null)[] = []
  let repeated = 1
  let cell: { attributes: string; paragraphs: string[] } | undefined
  let inParagraph = false
  let beside: string[] = []
  const endCell = () => {
    if (!cell) return
    const times = Number(attribute(cell.attributes, 'table:number-columns-repeated') ?? 1)
    const known = cellOf(cell.attributes, cell.paragraphs.join('\n'))
    if (known || times < 1000) row.push(...Array.from({ length: times }, () => known))
    cell = undefined
  }
  const endRow = () => {
    while (row.length > 0 && row.at(-1) === null) row.pop()
    if (row.length > 0 || repeated < 1000) rows.push(...Array.from({ length: repeated }, () => row))
    row = []
  }
  for (const [, closing, name = '', attributes = '', empty, text] of xml.matchAll(PIECE)) {
    if (text !== undefined) {
      if (cell && inParagraph && beside.length === 0)
        cell.paragraphs[cell.paragraphs.length - 1] += unescaped(text)
      continue
    }
    if (name === 'table:table')
      inside = !closing && unescaped(attribute(attributes, 'table:name') ?? '') === table
    if (!inside) continue
    if (cell && (beside.length > 0 || BESIDE.test(name))) {
      if (closing) beside.pop()
      else if (!empty) beside = [...beside, name]
    } else if (name === 'table:table-row') {
      if (closing) endRow()
      else repeated = Number(attribute(attributes, 'table:number-rows-repeated') ?? 1)
      if (empty) endRow()
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      if (!closing) cell = { attributes, paragraphs: [] }
      if (closing || empty) endCell()
    } else if (cell && name === 'text:p') {
      inParagraph = !closing && !empty
      if (!closing) cell.paragraphs.push('')
    } else if (cell && name === 'text:s')
      cell.paragraphs[cell.paragraphs.length - 1] += ' '.repeat(Number(attribute(attributes, 'text:c') ?? 1))
    else if (cell && name === 'text:tab') cell.paragraphs[cell.paragraphs.length - 1] += '\t'
    else if (cell && name === 'text:line-break') cell.paragraphs[cell.paragraphs.length - 1] += '\n'
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  return rows
}

function cellOf(attributes: string, text: string): KnownCell | null {
  const value = (name: string) => unescaped(attribute(attributes, `office:${name}`) ?? '')
  switch (attribute(attributes, 'office:value-type')) {
    case undefined:
      return null
    case 'date':
      return { kind: 'date', value: value('date-value').replace('T', ' ') }
    case 'boolean':
      return { kind: 'boolean', value: value('boolean-value').toUpperCase() }
    case 'string':
      return attribute(attributes, 'calcext:value-type') === 'error'
        ? { kind: 'error', value: text }
        : { kind: 'text', value: text }
    default:
      return { kind: 'number', value: value('value') }
  }
}
