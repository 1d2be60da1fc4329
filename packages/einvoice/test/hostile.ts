import { constants, deflateRawSync } from 'node:zlib'
import { makeZip } from '../../xlsx/test/zip.ts'
import { ofdRoot } from './originals.ts'

const MB = 1024 * 1024
type Objects = readonly (readonly [number: number, body: Buffer | string])[]

/** `head`, `times` × `block` and `tail`, deflated without building them in memory; as a zlib stream if `zlib`. */
function inflated(head: string, block: Buffer, times: number, tail: string, zlib = true): Buffer {
  const piece = (data: Buffer) => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = [
    piece(Buffer.from(head)),
    ...Array<Buffer>(times).fill(piece(block)),
    deflateRawSync(Buffer.from(tail)),
  ]
  return Buffer.concat(zlib ? [Buffer.from([0x78, 0xda]), ...packed, Buffer.alloc(4)] : packed)
}

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

/** A PDF of one page with these contents; without a table of objects, which readers then search for. */
function page(contents: Buffer, resources = '', more: Objects = [], entries = ''): Buffer {
  const font = '/Font << /F1 3 0 R >>'
  const objects: Objects = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Count 1 /Kids [10 0 R] >>'],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [
      10,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Resources << ${font} ${resources} >> /Contents 11 0 R ${entries} >>`,
    ],
    [11, contents],
    ...more,
  ]
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap(([number, body]) => [
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}

const packed = (head: string, block: string, times: number, tail = '') =>
  stream('/Filter /FlateDecode', inflated(head, Buffer.from(block), times, tail))

/** Forms that each draw the next one ten times: ten to the power of `depth` in all. */
function nestedForms(depth: number): Buffer {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'
  const forms = Array.from({ length: depth }, (_, level) => {
    const resources = `/Resources << /XObject << /X ${21 + level} 0 R >> >>`
    return [20 + level, stream(`${form} ${resources}`, Buffer.from('/X Do '.repeat(10)))] as const
  })
  const text = stream(
    `${form} /Resources << /Font << /F1 3 0 R >> >>`,
    Buffer.from('BT /F1 9 Tf 9 9 Td (x) Tj ET'),
  )
  return page(stream('', Buffer.from('/X Do')), '/XObject << /X 20 0 R >>', [...forms, [20 + depth, text]])
}

const pictures = (count: number, edge: number) => {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const picture = stream(
    `/Type /XObject /Subtype /Image /Width ${edge} /Height ${edge} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    inflated('', Buffer.alloc(MB, 7), Math.ceil((edge * edge) / MB), ''),
  )
  return page(
    stream('', Buffer.from(numbers.map((n) => `q 9 0 0 9 0 0 cm /I${n} Do Q `).join(''))),
    `/XObject << ${numbers.map((n) => `/I${n} ${20 + n} 0 R`).join(' ')} >>`,
    numbers.map((n) => [20 + n, picture] as const),
  )
}

/** A page of a hundred thousand links, which pdf.js keeps as objects of some kilobytes. */
export function manyLinks(): Buffer {
  const links = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >> '.repeat(100_000)
  return page(stream('', Buffer.alloc(0)), '', [], `/Annots [${links}]`)
}

/** Originals that would take a reader without limits minutes or gigabytes, with the extension of the uploaded file. */
export const HOSTILE: readonly { name: string; extension: 'pdf' | 'ofd' | 'xml'; bytes: () => Buffer }[] = [
  {
    name: 'a page of a gigabyte of spaces',
    extension: 'pdf',
    bytes: () => page(packed('', ' '.repeat(MB), 1_024)),
  },
  {
    name: 'a page of thirty million texts',
    extension: 'pdf',
    bytes: () => page(packed('BT /F1 9 Tf 9 9 Td ', '(abc) Tj '.repeat(100_000), 300, 'ET')),
  },
  {
    name: 'a page of seven million lines',
    extension: 'pdf',
    bytes: () => page(packed('', '0 0 m 1 1 l S '.repeat(70_000), 100)),
  },
  { name: 'a thousand million forms', extension: 'pdf', bytes: () => nestedForms(9) },
  { name: 'twenty pictures of sixteen million pixels', extension: 'pdf', bytes: () => pictures(20, 4_000) },
  { name: 'a picture of nine hundred million pixels', extension: 'pdf', bytes: () => pictures(1, 30_000) },
  { name: 'a hundred thousand links', extension: 'pdf', bytes: manyLinks },
  {
    name: 'two gigabytes, and the directory says less',
    extension: 'ofd',
    bytes: () => {
      const data = inflated(ofdRoot(), Buffer.alloc(MB, ' '), 2_048, '', false)
      const lie = { method: 8, size: MB, compressed: data.length }
      return makeZip([{ name: 'OFD.xml', data, stored: true, lie }])
    },
  },
  {
    name: 'three million elements',
    extension: 'xml',
    bytes: () => Buffer.from(`<EInvoice>${'<a/>'.repeat(2_500_000 - 10)}</EInvoice>`),
  },
  {
    name: 'a million attributes',
    extension: 'xml',
    bytes: () =>
      Buffer.from(`<EInvoice ${Array.from({ length: 900_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  },
  {
    name: 'thousands of namespaces at each of thousands of levels',
    extension: 'xml',
    bytes: () => {
      const names = Array.from({ length: 200 }, (_, n) => `xmlns:n${n}="u"`).join(' ')
      return Buffer.from(`<EInvoice>${`<n1:a ${names}>`.repeat(2_500)}${'</n1:a>'.repeat(2_500)}</EInvoice>`)
    },
  },
]
