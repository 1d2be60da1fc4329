import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { decodeXml } from './decode.ts'
import { corrupt, SheetError } from './errors.ts'
import type { Meter } from './limits.ts'
import { unescapeText } from './text.ts'
import { Attributes, type XmlHandler, XmlScanner } from './xml.ts'
import type { Package } from './zip.ts'

const PAGE = 1 << 20
/** The most pages kept in memory; even a million rows seldom need more. */
const KEPT_PAGES = 48
const CACHE = 1 << 14

/**
 * The table of shared strings as UTF-8 in large pages outside of the JavaScript heap; string objects would take several
 * times the memory. Above 48 MB it uses a temp file if a path is given, and reads single strings from there.
 * Always call `close`.
 */
export class SharedStrings {
  #pages: Buffer[] = []
  readonly #tempPath: string | undefined
  readonly #keptPages: number
  #file: number | undefined
  #spilled = 0
  #pageUsed = 0
  #pageOf = new Uint16Array(1024)
  #start = new Uint32Array(1024)
  #length = new Uint32Array(1024)
  #count = 0
  #cached: string[] = new Array(CACHE).fill('')
  #cachedAt = new Int32Array(CACHE).fill(-1)

  constructor(tempPath?: string, keptPages = KEPT_PAGES) {
    this.#tempPath = tempPath
    this.#keptPages = keptPages
  }

  get size(): number {
    return this.#count
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (length > PAGE) throw new SheetError('cell_too_long')
    if (this.#pages.length === 0 || this.#pageUsed + length > PAGE) this.#newPage()
    if (this.#count === this.#start.length) this.#grow()
    this.#pages.at(-1)!.write(text, this.#pageUsed)
    this.#pageOf[this.#count] = this.#spilled + this.#pages.length - 1
    this.#start[this.#count] = this.#pageUsed
    this.#length[this.#count++] = length
    this.#pageUsed += length
  }

  /** Throws `corrupt` if there is no such index. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) throw corrupt(`shared string ${index}`)
    const slot = index & (CACHE - 1)
    if (this.#cachedAt[slot] === index) return this.#cached[slot]!
    const text = this.#read(this.#pageOf[index]!, this.#start[index]!, this.#length[index]!)
    this.#cachedAt[slot] = index
    this.#cached[slot] = text
    return text
  }

  #newPage(): void {
    this.#pageUsed = 0
    if (this.#pages.length < this.#keptPages || this.#tempPath === undefined)
      return void this.#pages.push(Buffer.allocUnsafeSlow(PAGE))
    // The last page is written to the file, and its memory is reused.
    this.#file ??= openUnlinked(this.#tempPath)
    writeAll(this.#file, this.#pages.at(-1)!, this.#spilled * PAGE)
    this.#spilled += 1
  }

  /** With a temp file the first `#keptPages - 1` pages stay in memory, as does the page being filled; those between are in the file. */
  #read(page: number, start: number, length: number): string {
    const inFile = page - (this.#keptPages - 1)
    if (this.#file === undefined || inFile < 0 || inFile >= this.#spilled)
      return this.#pages[Math.min(page, this.#pages.length - 1)]!.toString('utf8', start, start + length)
    const bytes = Buffer.allocUnsafe(length)
    readSync(this.#file, bytes, 0, length, inFile * PAGE + start)
    return bytes.toString('utf8')
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

/** An unlinked file: the system deletes it when the process ends, also after a crash. */
function openUnlinked(path: string): number {
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}

/** A full disk may accept only a part; the next write then throws ENOSPC. */
function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at)
}

/** Reads the part of shared strings; a workbook may have none. */
export async function readSharedStrings(
  pack: Package,
  name: string | undefined,
  meter: Meter,
): Promise<SharedStrings> {
  const strings = new SharedStrings(meter.limits.tempPath)
  if (name === undefined) return strings
  try {
    const scanner = new XmlScanner(new StringsHandler(strings, meter), meter.limits.depth)
    for await (const text of decodeXml(pack.read(name))) scanner.write(text)
    scanner.end()
    return strings
  } catch (error) {
    strings.close()
    throw error
  }
}

/** Matches sst › si › t and sst › si › r › t; phonetics (rPh) are at the depth of r and ignored. */
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
    // An escape takes seven characters for one; the exact check follows when the text is complete.
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

/** Trims as Excel does: without xml:space="preserve" outer white space is not content. */
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
