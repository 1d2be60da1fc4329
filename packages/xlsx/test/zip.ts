import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a test's zip; `lie` replaces what the headers say about it. */
export interface TestPart {
  name: string
  data: string | Buffer
  stored?: boolean
  /** Sizes and check sum stand behind the data, as of a zip that is written as a stream. */
  streamed?: boolean
  lie?: { size?: number; compressed?: number; crc?: number; offset?: number; flags?: number; method?: number }
}

/** A zip in memory: local headers and data in the given order, then the central directory. */
export function makeZip(parts: TestPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, stored, streamed, lie } of parts) {
    const bytes = Buffer.from(data as string)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(lie?.flags ?? (streamed ? 0x0808 : 0x0800), 2)
    fields.writeUInt16LE(lie?.method ?? (stored ? 0 : 8), 4)
    fields.writeUInt32LE(lie?.crc ?? crc32(bytes), 10)
    fields.writeUInt32LE(lie?.compressed ?? packed.length, 14)
    fields.writeUInt32LE(lie?.size ?? bytes.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const local = Buffer.from(fields)
    if (streamed) local.fill(0, 10, 22)
    const behind = streamed ? [Buffer.from('PK\x07\x08', 'latin1'), fields.subarray(10, 22)] : []
    files.push(Buffer.from('PK\x03\x04', 'latin1'), local, path, packed, ...behind)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(lie?.offset ?? offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, path)
    offset += 30 + path.length + packed.length + (streamed ? 16 : 0)
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, entries, end])
}

/** XML of a test workbook; omitted parts get the minimum that a reader accepts. */
export interface TestBook {
  /** Content of `<sheetData>`, or a whole worksheet when it begins with `<?xml`, `<!` or `<x:`. */
  sheet: string | Buffer
  /** Content of `<sst>`. */
  strings?: string
  /** Content of `<styleSheet>`; null leaves the part out. */
  styles?: string | null
  /** Content of `<workbook>` before `<sheets>`. */
  properties?: string
  /** Content of `<sheets>`. */
  sheets?: string
  /** Target of the sheet's relation. */
  target?: string
  extra?: TestPart[]
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook, with the shared strings after the sheet. */
export function bookParts(book: TestBook): TestPart[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (content: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
  const whole = Buffer.isBuffer(book.sheet) || /^(<\?xml|<!|<x:|\ufeff)/.test(book.sheet)
  const parts: TestPart[] = [
    {
      name: '[Content_Types].xml',
      data: '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
    },
    { name: '_rels/.rels', data: relations(relation('r1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}">${book.properties ?? ''}<sheets>${book.sheets ?? '<sheet name="一" sheetId="1" r:id="s1"/>'}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        relation('s1', 'worksheet', book.target ?? 'worksheets/sheet1.xml') +
          relation('s2', 'worksheet', 'worksheets/sheet2.xml') +
          relation('c1', 'chartsheet', 'chartsheets/sheet1.xml') +
          (book.strings === undefined ? '' : relation('t', 'sharedStrings', 'sharedStrings.xml')) +
          relation('y', 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: whole ? book.sheet : `<worksheet ${MAIN}><sheetData>${book.sheet}</sheetData></worksheet>`,
    },
  ]
  if (book.styles !== null) {
    parts.push({ name: 'xl/styles.xml', data: `<styleSheet ${MAIN}>${book.styles ?? ''}</styleSheet>` })
  }
  if (book.strings !== undefined) {
    parts.push({ name: 'xl/sharedStrings.xml', data: `<sst ${MAIN}>${book.strings}</sst>` })
  }
  return [...parts, ...(book.extra ?? [])]
}

export function makeBook(book: TestBook): Buffer {
  return makeZip(bookParts(book))
}

/** Parts of a workbook with these rows, where the part `name` is changed. */
export const changedPart = (sheet: string, name: string, change: Partial<TestPart>): TestPart[] =>
  bookParts({ sheet }).map((part) => (part.name === name ? { ...part, ...change } : part))
