import { constants, crc32, deflateRawSync } from 'node:zlib'
import { COLUMNS, type Row } from '../books/payments/sheet/sheets.ts'
import { bookParts, makeBook, makeZip, type TestPart } from './zip.ts'

const MB = 1024 * 1024
const SHEET = 'xl/worksheets/sheet1.xml'
const STRINGS = 'xl/sharedStrings.xml'

/**
 * A malicious spreadsheet. `refused`: with a message; `rows`: read, and its rows are reported; `either`: both are
 * allowed.
 */
export interface HostileFile {
  name: string
  expected: 'refused' | 'rows' | 'either'
  bytes(): Buffer | Promise<Buffer>
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const HEADER = `<row>${COLUMNS.map(({ title }) => cell(title)).join('')}</row>`
const cellOf = (text = '') => (text === '' ? '<c/>' : text.startsWith('<') ? text : cell(text))
/** A valid row, with changes. */
const row = (changes: Row = {}) => {
  const right: Row = {
    sequence: '1',
    pay_at: '2026-05-01',
    payer: '甲',
    subject_three_code: '24000101',
    pay_channel: '现金',
    pay_category_id: '报销',
    pay_amount: '12.30',
    ...changes,
  }
  return `<row>${COLUMNS.map(({ key }) => cellOf(right[key])).join('')}</row>`
}
/** Valid rows, each a payment of its own. */
const goodRows = (count: number) =>
  Array.from({ length: count }, (_, n) => row({ sequence: String(n) })).join('')
const sheetOf = (rows: string) => makeBook({ sheet: HEADER + rows })
const raw = (xml: string) => makeBook({ sheet: Buffer.from(`<?xml version="1.0"?>${xml}`) })

/**
 * A part of `head`, `times` × `block` and `tail`, deflated without building it in memory. `declared`: the size that
 * the zip claims.
 */
function inflated(
  head: string,
  block: Buffer,
  times: number,
  tail: string,
  declared?: number,
): Omit<TestPart, 'name'> {
  const piece = (data: Buffer) => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const repeated = piece(block)
  const parts = [
    piece(Buffer.from(head)),
    ...Array<Buffer>(times).fill(repeated),
    deflateRawSync(Buffer.from(tail)),
  ]
  const data = Buffer.concat(parts)
  const size = declared ?? Buffer.byteLength(head) + block.length * times + Buffer.byteLength(tail)
  let crc = crc32(Buffer.from(head))
  // With a false size the reader stops before it checks the sum.
  if (declared === undefined) for (let time = 0; time < times; time += 1) crc = crc32(block, crc)
  return {
    data,
    stored: true,
    lie: { method: 8, size, compressed: data.length, crc: crc32(Buffer.from(tail), crc) },
  }
}

/** A plain workbook with one part added or replaced. */
const withPart = (name: string, part: Omit<TestPart, 'name'>) =>
  makeZip([
    ...bookParts({ sheet: HEADER + row(), strings: '' }).filter((other) => other.name !== name),
    { name, ...part },
  ])

/** One valid row, with this many megabytes of shared strings of 100 characters. */
export const manyTexts = (megabytes: number): Buffer => {
  const texts = Buffer.from(`<si><t>${'x'.repeat(100)}</t></si>`.repeat(1_000))
  return withPart(STRINGS, inflated('<sst>', texts, Math.round((megabytes * 1e6) / 100_000), '</sst>'))
}

/**
 * Rows that the rules must keep: each a payment with its own header; 700,000 of them may exceed the heap. Texts
 * come from many shared strings, so that the reader caches none of them.
 */
export const manyGroups = (payments = 700_000): Buffer => {
  const texts = Array.from({ length: 20_000 }, (_, n) => `<si><t>${String(n).padStart(48, '甲')}</t></si>`)
  const titles = COLUMNS.map(({ title }) => title)
  const shared = (index: number) => `<c t="s"><v>${index}</v></c>`
  const fixed: Row = {
    pay_at: '2026-05-01',
    subject_three_code: '24000101',
    pay_channel: '现金',
    pay_category_id: '报销',
    pay_amount: '1',
  }
  const rowOf = (n: number) =>
    `<row>${COLUMNS.map(({ key }) => {
      if (key === 'sequence') return `<c><v>${n}</v></c>`
      if (key === 'payer' || key === 'post' || key === 'summary') return shared((n * 7) % texts.length)
      return cellOf(fixed[key])
    }).join('')}</row>`
  const rows = Array.from({ length: payments }, (_, n) => rowOf(n)).join('')
  return makeBook({ sheet: `<row>${titles.map(cell).join('')}</row>${rows}`, strings: texts.join('') })
}

const OPEN = '<worksheet><sheetData>'
const CLOSE = '</sheetData></worksheet>'
const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')

export const HOSTILE: readonly HostileFile[] = [
  {
    name: 'two gigabytes of zeros in one cell',
    expected: 'refused',
    bytes: () =>
      withPart(SHEET, inflated(`${OPEN}<row><c><v>`, Buffer.alloc(MB, '0'), 2_048, `</v></c></row>${CLOSE}`)),
  },
  {
    name: 'the same, and the zip says that it is small',
    expected: 'refused',
    bytes: () =>
      withPart(
        SHEET,
        inflated(`${OPEN}<row><c><v>`, Buffer.alloc(MB, '0'), 2_048, `</v></c></row>${CLOSE}`, MB),
      ),
  },
  {
    name: 'two gigabytes between the tags',
    expected: 'refused',
    bytes: () => withPart(SHEET, inflated(OPEN, Buffer.alloc(MB, ' '), 2_048, CLOSE, 200 * MB)),
  },
  {
    name: 'just under the limit of shared texts, each as long as one may be',
    expected: 'either',
    bytes: () => {
      const texts = Buffer.from(`<si><t>${'长'.repeat(10_000)}</t></si>`.repeat(33))
      return withPart(STRINGS, inflated('<sst>', texts, 250, '</sst>'))
    },
  },
  {
    name: 'millions of empty shared texts',
    expected: 'either',
    bytes: () => withPart(STRINGS, inflated('<sst>', Buffer.from('<si/>'.repeat(200_000)), 40, '</sst>')),
  },
  {
    name: 'two hundred thousand rows, each of them wrong',
    expected: 'rows',
    bytes: () =>
      withPart(
        SHEET,
        inflated(OPEN + HEADER, Buffer.from('<row><c><v>1</v></c></row>'.repeat(10_000)), 20, CLOSE),
      ),
  },
  {
    name: 'more rows than there may be',
    expected: 'refused',
    bytes: () => withPart(SHEET, inflated(OPEN + HEADER, Buffer.from('<row/>'.repeat(100_000)), 12, CLOSE)),
  },
  {
    name: 'as many columns as there may be',
    expected: 'rows',
    bytes: () => {
      const wide = Buffer.from(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`)
      return withPart(SHEET, inflated(OPEN + HEADER, wide, 400, CLOSE))
    },
  },
  {
    name: 'a hundred thousand good rows, and then it breaks',
    expected: 'refused',
    bytes: () => withPart(SHEET, { data: `${OPEN}${HEADER}${goodRows(100_000)}</sheetData>` }),
  },
  {
    name: 'the same with a wrong checksum',
    expected: 'refused',
    bytes: () => withPart(SHEET, { data: `${OPEN}${HEADER}${goodRows(100_000)}${CLOSE}`, lie: { crc: 1 } }),
  },
  {
    name: 'entities that multiply',
    expected: 'refused',
    bytes: () => raw(`<!DOCTYPE x [<!ENTITY e0 "x">${entities}]><worksheet>&e30;</worksheet>`),
  },
  {
    name: 'an entity that is a file of ours',
    expected: 'refused',
    bytes: () => raw('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'),
  },
  {
    name: 'a million levels',
    expected: 'refused',
    bytes: () => withPart(SHEET, inflated('<worksheet>', Buffer.from('<a>'.repeat(100_000)), 10, '')),
  },
  {
    name: 'one tag of two hundred megabytes',
    expected: 'refused',
    bytes: () => withPart(SHEET, inflated('<worksheet a="', Buffer.alloc(MB, 'a'), 200, `"/>`)),
  },
  {
    name: 'millions of formats',
    expected: 'either',
    bytes: () => {
      const formats = Buffer.from('<xf numFmtId="14"/>'.repeat(50_000))
      return withPart(
        'xl/styles.xml',
        inflated('<styleSheet><cellXfs>', formats, 100, '</cellXfs></styleSheet>'),
      )
    },
  },
  {
    name: 'more parts than there may be',
    expected: 'refused',
    bytes: () =>
      makeBook({
        sheet: HEADER,
        extra: Array.from({ length: 60_000 }, (_, n) => ({ name: `x/${n}`, data: '', stored: true })),
      }),
  },
  {
    name: 'numbers and days beyond all bounds',
    expected: 'rows',
    bytes: () =>
      sheetOf(
        ['1E999999999', '-1E308', '0.001', '1E-400', '99999999999999999999', '0', 'NaN', '-']
          .map(
            (text) => row({ pay_amount: `<c><v>${text}</v></c>` }) + row({ pay_at: `<c><v>${text}</v></c>` }),
          )
          .join(''),
      ),
  },
  {
    name: 'errors and formulas without results',
    expected: 'rows',
    bytes: () =>
      sheetOf(row({ pay_amount: '<c t="e"><v>#DIV/0!</v></c>' }) + row({ pay_amount: '<c><f>1+1</f></c>' })),
  },
  {
    name: 'texts that are longer than a field, or hold what cannot be kept',
    expected: 'rows',
    bytes: () => sheetOf(row({ payer: 'x'.repeat(30_000) }) + row({ sequence: '2', payer: 'a_x0000_b' })),
  },
  {
    name: 'a hundred thousand lines of one payment',
    expected: 'rows',
    bytes: () => withPart(SHEET, inflated(OPEN + HEADER, Buffer.from(row().repeat(1_000)), 100, CLOSE)),
  },
]
