import { deflateSync } from 'node:zlib'

/** A piece of text as a program draws it: baseline in points from the bottom left. */
export interface TestRun {
  x: number
  y: number
  text: string
  size?: number
}

/** A grey picture of 8 bits; `width` and `height` in pixels. `stencil`: its dark half as one bit for each pixel. */
export interface TestPicture {
  width: number
  height: number
  grey: Uint8Array
  stencil?: boolean
}

export interface TestPage {
  runs: TestRun[]
  picture?: TestPicture
  /** By how many degrees, counterclockwise, the content is drawn turned. */
  turned?: 90 | 180 | 270
  /** By how many degrees, clockwise, viewers turn the page to show it. */
  rotate?: 90 | 180 | 270
  /** In points; 600 × 400 by default. */
  size?: readonly [width: number, height: number]
}

export interface TestPdf {
  pages: TestPage[]
  /**
   * How the font's codes become characters: by a map in the file, or by one of Adobe's maps, which the file only names. Programs do both.
   */
  font?: 'to-unicode' | 'UniGB-UCS2-H' | 'GBK-EUC-H'
  /** Added to the catalog, e.g. `/OpenAction << … >>`. */
  catalog?: string
  /** Added to the first page. */
  page?: string
  /** Further objects by number, from 100 on (pages begin at 10 and take three each). */
  objects?: Record<number, string>
  trailer?: string
}

/** Bytes of a PDF with a text layer; its font is not embedded, as readers of text do not need it. */
export function makePdf({
  pages,
  font = 'to-unicode',
  catalog = '',
  page = '',
  objects = {},
  trailer = '',
}: TestPdf): Buffer {
  const parts = new Map<number, string | Buffer>()
  const stream = (dictionary: string, data: Buffer) => {
    const packed = deflateSync(data)
    const head = `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
  }
  const first = 10
  const kids = pages.map((_, index) => `${first + index * 3} 0 R`).join(' ')
  parts.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  parts.set(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  const mapped = font === 'to-unicode'
  parts.set(
    3,
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${mapped ? 'Identity-H' : font} /DescendantFonts [4 0 R] ${mapped ? '/ToUnicode 5 0 R' : ''} >>`,
  )
  const ordering = mapped ? 'Identity' : 'GB1'
  const subtype = mapped ? 'CIDFontType2' : 'CIDFontType0'
  parts.set(
    4,
    `<< /Type /Font /Subtype /${subtype} /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /DW 1000 /W [1 126 500] /FontDescriptor 6 0 R >>`,
  )
  parts.set(5, stream('', Buffer.from(toUnicode())))
  parts.set(
    6,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  )
  pages.forEach(({ runs, picture, turned, rotate, size = [600, 400] }, index) => {
    const number = first + index * 3
    const image = picture ? `/XObject << /Im1 ${number + 2} 0 R >>` : ''
    const [width, height] = size
    const matrix = {
      90: `0 1 -1 0 ${height} 0`,
      180: `-1 0 0 -1 ${width} ${height}`,
      270: `0 -1 1 0 0 ${width}`,
    }
    const box = turned === 90 || turned === 270 ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`
    const turn = turned ? `q ${matrix[turned]} cm\n` : ''
    parts.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${rotate ? `/Rotate ${rotate}` : ''} /Resources << /Font << /F1 3 0 R >> ${image} >> /Contents ${number + 1} 0 R ${index === 0 ? page : ''} >>`,
    )
    const draw = picture ? 'q 60 0 0 60 20 330 cm /Im1 Do Q\n' : ''
    const text = runs
      .map(
        (run) => `BT /F1 ${run.size ?? 9} Tf 1 0 0 1 ${run.x} ${run.y} Tm <${coded(run.text, font)}> Tj ET`,
      )
      .join('\n')
    parts.set(number + 1, stream('', Buffer.from(turn + draw + text + (turned ? '\nQ' : ''))))
    if (picture) {
      const { width, height, grey, stencil } = picture
      const kind = stencil
        ? '/ImageMask true /BitsPerComponent 1'
        : '/ColorSpace /DeviceGray /BitsPerComponent 8'
      const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${kind}`
      parts.set(number + 2, stream(dictionary, stencil ? bitsOf(picture) : Buffer.from(grey)))
    }
  })
  for (const [number, body] of Object.entries(objects)) parts.set(Number(number), Buffer.from(body, 'latin1'))
  return assemble(parts, trailer)
}

/** Rows of whole bytes; 0 is painted. */
function bitsOf({ width, height, grey }: TestPicture): Buffer {
  const rowBytes = (width + 7) >> 3
  const bits = Buffer.alloc(rowBytes * height, 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((grey[y * width + x] ?? 255) < 128) bits[y * rowBytes + (x >> 3)]! &= ~(128 >> (x & 7))
  return bits
}

/** Objects, cross-reference table, trailer. */
export function assemble(parts: ReadonlyMap<number, string | Buffer>, trailer = ''): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = chunks[0]!.length
  const offsets = new Map<number, number>()
  for (const [number, body] of parts) {
    offsets.set(number, length)
    const chunk = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ])
    chunks.push(chunk)
    length += chunk.length
  }
  const size = Math.max(...parts.keys()) + 1
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

function coded(text: string, font: NonNullable<TestPdf['font']>): string {
  if (font === 'GBK-EUC-H') return gbk(text).toString('hex')
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

let gbkCodes: Map<string, number[]> | undefined

/** Encodes in GBK; one byte below 0x80, else two. */
function gbk(text: string): Buffer {
  if (!gbkCodes) {
    gbkCodes = new Map()
    const decoder = new TextDecoder('gbk')
    for (let high = 0x81; high <= 0xfe; high++)
      for (let low = 0x40; low <= 0xfe; low++)
        gbkCodes.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  }
  // GBK has the full-width sign of the currency only.
  const signs = [...text.replaceAll('¥', '￥')]
  return Buffer.from(signs.flatMap((sign) => (sign < '\x80' ? sign.charCodeAt(0) : gbkCodes!.get(sign)!)))
}

/** Each code is its UTF-16 character, in blocks of 256, as a range may not cross the last byte. */
function toUnicode(): string {
  const blocks = Array.from({ length: 256 }, (_, high) => high.toString(16).padStart(2, '0'))
  const ranges: string[] = []
  for (let at = 0; at < blocks.length; at += 64) {
    const some = blocks.slice(at, at + 64)
    ranges.push(
      `${some.length} beginbfrange\n${some.map((high) => `<${high}00> <${high}ff> <${high}00>`).join('\n')}\nendbfrange`,
    )
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n${ranges.join('\n')}\nendcmap end end`
}
