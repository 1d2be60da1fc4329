/** Writes pasted cells as a spreadsheet, so that the import checks and keeps them like an uploaded file. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (type: string, target: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

const PARTS: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relation('officeDocument', 'xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')],
]

/** The column's letters: 0 is A, 26 is AA. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // XML has no place for control characters; a carriage return would be read as a line feed.
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** Failed formulas, and the signs that fill a cell that is too narrow for its number. */
const FAILED = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|#*)$/
/** Such as 0.06, a rate of a cell without a percent format: a number, so that it is refused as in a file. */
const FRACTION = /^0?\.\d+$/

function cellXml(text: string, address: string): string {
  const plain = text.trim()
  if (plain === '') return ''
  if (FAILED.test(plain)) return `<c r="${address}" t="e"><v>${plain}</v></c>`
  if (FRACTION.test(plain)) return `<c r="${address}"><v>${plain.replace(/^\./, '0.')}</v></c>`
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const rowXml = (cells: readonly string[], at: number): string =>
  `<row r="${at + 1}">${cells.map((text, column) => cellXml(text, `${columnLetters(column)}${at + 1}`)).join('')}</row>`

/** A spreadsheet with these rows. */
export const sheetFile = (name: string, rows: readonly (readonly string[])[]): File =>
  new File(
    zipped([
      ...PARTS,
      [
        'xl/worksheets/sheet1.xml',
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
      ],
    ]),
    name,
    { type: `${TYPE}.sheet` },
  )

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})
const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC[(sum ^ byte) & 255] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}

/** A ZIP archive without compression and without times: the same cells make the same file. */
function zipped(parts: readonly (readonly [name: string, content: string])[]): BlobPart[] {
  const encoder = new TextEncoder()
  const blocks: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const [title, bytes] = [encoder.encode(name), encoder.encode(content)]
    // Version 2.0, UTF-8 names, stored, 1980-01-01, sum, sizes, length of the name.
    const fields = [20, 0x800, 0, 0, 0x21, crc32(bytes), bytes.length, bytes.length, title.length]
    const sizes = [2, 2, 2, 2, 2, 4, 4, 4, 2]
    const local = record(0x04034b50, fields, sizes, [0], [2])
    directory.push(
      record(0x02014b50, [20, ...fields], [2, ...sizes], [0, 0, 0, 0, 0, offset], [2, 2, 2, 2, 4, 4]),
      title,
    )
    blocks.push(local, title, bytes)
    offset += local.length + title.length + bytes.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = record(
    0x06054b50,
    [0, 0, parts.length, parts.length, length, offset, 0],
    [2, 2, 2, 2, 4, 4, 2],
    [],
    [],
  )
  return [...blocks, ...directory, end]
}

/** A ZIP record: its signature, then fields of two or four bytes. */
function record(
  signature: number,
  fields: readonly number[],
  sizes: readonly number[],
  more: readonly number[],
  moreSizes: readonly number[],
): Uint8Array<ArrayBuffer> {
  const all = [...sizes, ...moreSizes]
  const bytes = new Uint8Array(4 + all.reduce((sum, size) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  let at = 4
  for (const [index, value] of [...fields, ...more].entries()) {
    if (all[index] === 4) view.setUint32(at, value, true)
    else view.setUint16(at, value, true)
    at += all[index] ?? 0
  }
  return bytes
}
