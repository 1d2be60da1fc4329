import { decodeXml } from './decode.ts'
import { corrupt, SheetError } from './errors.ts'
import type { Meter } from './limits.ts'
import { unescapeText } from './text.ts'
import { Attributes, type XmlHandler, XmlScanner } from './xml.ts'
import type { Package } from './zip.ts'

const PAGE = 1 << 20
const CACHE = 1 << 14

/**
 * The table of shared strings, kept as UTF-8 in large pages outside of the JavaScript heap: one million short
 * strings cost about their bytes in the file, where as many string objects cost hundreds of megabytes.
 */
export class SharedStrings {
  #pages: Buffer[] = []
  #pageUsed = 0
  #pageOf = new Uint16Array(1024)
  #start = new Uint32Array(1024)
  #length = new Uint32Array(1024)
  #count = 0
  #cached: string[] = new Array(CACHE).fill('')
  #cachedAt = new Int32Array(CACHE).fill(-1)

  get size(): number {
    return this.#count
  }

  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#pages.length === 0 || this.#pageUsed + length > PAGE) {
      this.#pages.push(Buffer.allocUnsafeSlow(Math.max(PAGE, length)))
      this.#pageUsed = 0
    }
    if (this.#count === this.#start.length) this.#grow()
    const page = this.#pages.length - 1
    this.#pages[page]!.write(text, this.#pageUsed)
    this.#pageOf[this.#count] = page
    this.#start[this.#count] = this.#pageUsed
    this.#length[this.#count++] = length
    this.#pageUsed += length
  }

  /** Throws `corrupt` when the table has no such index. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) throw corrupt(`shared string ${index}`)
    const slot = index & (CACHE - 1)
    if (this.#cachedAt[slot] === index) return this.#cached[slot]!
    const start = this.#start[index]!
    const text = this.#pages[this.#pageOf[index]!]!.toString('utf8', start, start + this.#length[index]!)
    this.#cachedAt[slot] = index
    this.#cached[slot] = text
    return text
  }

  #grow(): void {
    const size = this.#start.length * 2
    const larger = <T extends Uint16Array | Uint32Array>(next: T, old: T): T => {
      next.set(old)
      return next
    }
    this.#pageOf = larger(new Uint16Array(size), this.#pageOf)
    this.#start = larger(new Uint32Array(size), this.#start)
    this.#length = larger(new Uint32Array(size), this.#length)
  }
}

/** Reads the shared strings part; a workbook without one has none. */
export async function readSharedStrings(
  pack: Package,
  name: string | undefined,
  meter: Meter,
): Promise<SharedStrings> {
  const strings = new SharedStrings()
  if (name === undefined) return strings
  const scanner = new XmlScanner(new StringsHandler(strings, meter), meter.limits.depth)
  for await (const text of decodeXml(pack.read(name))) scanner.write(text)
  scanner.end()
  return strings
}

/** sst › si › t, or sst › si › r › t; phonetics (rPh) lie at the depth of r and are passed over. */
class StringsHandler implements XmlHandler {
  wantsText = false
  #strings: SharedStrings
  #meter: Meter
  #depth = 0
  #inItem = false
  #inRun = false
  #item = ''
  #piece = ''
  #keepSpace = false
  #attributes = new Attributes()

  constructor(strings: SharedStrings, meter: Meter) {
    this.#strings = strings
    this.#meter = meter
  }

  open(name: string, source: string, from: number, to: number): void {
    this.#depth++
    if (this.#depth === 1 && name !== 'sst') throw corrupt('not a table of shared strings')
    if (this.#depth === 2 && name === 'si') {
      this.#inItem = true
      this.#item = ''
    } else if (this.#depth === 3 && this.#inItem && name === 'r') this.#inRun = true
    else if (name === 't' && this.#inItem && (this.#depth === 3 || (this.#depth === 4 && this.#inRun))) {
      this.wantsText = true
      this.#piece = ''
      this.#keepSpace = keepsSpace(this.#attributes.reset(source, from, to))
    }
  }

  close(): void {
    if (this.wantsText && (this.#depth === 3 || this.#depth === 4)) {
      this.wantsText = false
      this.#item += this.#keepSpace ? this.#piece : trimXml(this.#piece)
    }
    if (this.#depth === 3) this.#inRun = false
    if (this.#depth === 2 && this.#inItem) this.#finishItem()
    this.#depth--
  }

  text(value: string): void {
    this.#piece += value
    // An escape is seven characters for one; the exact check comes when the text is whole.
    const length = this.#item.length + this.#piece.length
    if (length > this.#meter.limits.cellLength * 7) throw new SheetError('cell_too_long')
  }

  #finishItem(): void {
    this.#inItem = false
    if (this.#strings.size >= this.#meter.limits.sharedStrings) throw new SheetError('too_large')
    const text = unescapeText(this.#item)
    if (text.length > this.#meter.limits.cellLength) throw new SheetError('cell_too_long')
    this.#strings.add(text)
  }
}

/** As Excel reads it: without xml:space="preserve" space around a text is layout, not content. */
export function trimXml(text: string): string {
  const bare = text.charCodeAt(0) > 0x20 && text.charCodeAt(text.length - 1) > 0x20
  return bare ? text : text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
}

export function keepsSpace(attributes: Attributes): boolean {
  while (attributes.next()) {
    if (attributes.name === 'xml:space') return attributes.value() === 'preserve'
  }
  return false
}
