import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import type { ByteSource } from './byte-source.ts'
import { checkFirstBytes } from './container.ts'
import { corrupt, SheetError } from './errors.ts'
import { type Meter, tooLarge } from './limits.ts'

const BLOCK = 64 * 1024
/** The largest ratio that deflate can reach; a directory that claims more is false. */
const MAX_DEFLATE_RATIO = 1032

/** A file of a zip as its directory describes it. */
export interface PackageFile {
  /** The key for `read`. */
  name: string
  /** The bytes of its name; they are UTF-8 if `utf8`, else in a code page that the zip does not name. */
  rawName: Buffer
  utf8: boolean
  /** The unpacked size that the directory declares; `read` checks it. */
  size: number
}

/** An opened zip: its parts by lower-case name (OPC names are case-insensitive), each readable as a stream. */
export interface Package {
  has(name: string): boolean
  names(): string[]
  files(): PackageFile[]
  /** The unpacked bytes of a part, verified by size and checksum. Throws `corrupt` if it is missing or damaged. */
  read(name: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Opens a zip at a path; see `readPackage`. Errors of the disk (ENOENT, EIO) are passed on. */
export async function openPackage(path: string, meter: Meter): Promise<Package> {
  const file = await open(path, 'r')
  const { size } = await file.stat().catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  return await readPackage(file, size, meter)
}

/** Checks a zip's directory before anything is unpacked. Closes the file if it throws: `SheetError`, or an error of the disk. */
export async function readPackage(file: ByteSource, size: number, meter: Meter): Promise<Package> {
  try {
    await checkFirstBytes(file, size)
    const reader = new GuardedReader(file, size)
    const { zip, entries } = await Promise.race([walkDirectory(reader, size, meter), reader.failure])
    const parts = checkDirectory(entries, meter)
    return {
      has: (name) => parts.has(name.toLowerCase()),
      names: () => [...parts.keys()],
      files: () => [...parts].map(([name, entry]) => describe(name, entry)),
      read: (name) => unpack(file, zip, parts.get(name.toLowerCase()), meter),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Bit 11 of the general purpose flags: the name is UTF-8 (APPNOTE.TXT, 4.4.4). */
const UTF8_NAME = 0x800

const describe = (name: string, entry: yauzl.Entry): PackageFile => ({
  name,
  rawName: entry.fileNameRaw,
  utf8: (entry.generalPurposeBitFlag & UTF8_NAME) !== 0,
  size: entry.uncompressedSize,
})

/**
 * yauzl passes positions from the file to `fs.read`, which throws inside a callback if they are not safe integers:
 * a crafted zip64 record would end the process. This reader checks them first.
 */
class GuardedReader extends yauzl.RandomAccessReader {
  readonly failure: Promise<never>
  #file: ByteSource
  #size: number
  #fail!: (error: Error) => void

  constructor(file: ByteSource, size: number) {
    super()
    this.#file = file
    this.#size = size
    this.failure = new Promise((_, reject) => {
      this.#fail = reject
    })
    this.failure.catch(() => {})
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const deliver = (error: Error | null, bytesRead?: number) => {
      try {
        callback(error, bytesRead)
      } catch (thrown) {
        this.#fail(corrupt(thrown))
      }
    }
    if (!(position >= 0 && position + length <= this.#size)) {
      setImmediate(deliver, new Error('position outside the file'))
      return
    }
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => deliver(null, bytesRead),
      (error) => deliver(error),
    )
  }
}

async function walkDirectory(reader: GuardedReader, size: number, meter: Meter) {
  const entries: yauzl.Entry[] = []
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, size, { autoClose: false })
    if (zip.entryCount > meter.limits.parts) throw new SheetError('too_many_parts')
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      meter.check()
    }
    return { zip, entries }
  } catch (error) {
    throw asSheetError(error)
  }
}

/** Refuses what no spreadsheet program writes. Returns the parts by lower-case name. */
function checkDirectory(entries: yauzl.Entry[], meter: Meter): Map<string, yauzl.Entry> {
  const parts = new Map<string, yauzl.Entry>()
  let total = 0
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase()
    if (entry.isEncrypted()) throw new SheetError('encrypted')
    if (isMacroPart(name)) throw new SheetError('macros')
    if (parts.has(name)) throw corrupt(`two parts named ${name}`)
    if (name.endsWith('/')) continue
    if (!entry.canDecodeFileData()) throw corrupt(`compression method ${entry.compressionMethod}`)
    total += entry.uncompressedSize
    if (total > meter.limits.unpackedBytes) throw tooLarge(meter.limits)
    if (entry.uncompressedSize > BLOCK + entry.compressedSize * MAX_DEFLATE_RATIO) {
      throw corrupt(`impossible ratio of ${name}`)
    }
    parts.set(name, entry)
  }
  refuseOverlaps([...parts.values()])
  return parts
}

function isMacroPart(name: string): boolean {
  return /(^|\/)vbaproject[^/]*\.bin$/.test(name) || /(^|\/)macrosheets\//.test(name)
}

/** Entries that share bytes let a small zip unpack to a huge size. */
function refuseOverlaps(entries: yauzl.Entry[]): void {
  entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of entries) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw corrupt(`${entry.fileName} overlaps the part before it`)
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameRaw.length + entry.compressedSize
  }
}

async function* unpack(
  file: ByteSource,
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  meter: Meter,
): AsyncGenerator<Buffer> {
  if (!entry) throw corrupt('a part is missing')
  const blocks = readBlocks(file, await dataStart(zip, entry), entry.compressedSize)
  let size = 0
  let checksum = 0
  try {
    for await (const chunk of entry.isCompressed() ? inflate(blocks) : blocks) {
      size += chunk.length
      meter.add(chunk.length)
      if (size > entry.uncompressedSize) throw corrupt(`${entry.fileName} is larger than declared`)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw asSheetError(error)
  }
  if (size !== entry.uncompressedSize) throw corrupt(`${entry.fileName} is shorter than declared`)
  if (checksum !== entry.crc32) throw corrupt(`checksum of ${entry.fileName}`)
}

async function dataStart(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<number> {
  try {
    return (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart
  } catch (error) {
    throw asSheetError(error)
  }
}

/** Reads by position: a stream of the FileHandle would close it when destroyed. */
async function* readBlocks(file: ByteSource, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const wanted = Math.min(BLOCK, length - at)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at)
    if (bytesRead === 0) throw corrupt('the file ends early')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function* inflate(blocks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createInflateRaw({ chunkSize: BLOCK })
  // An error of `blocks` or of the inflation reaches the reader of `unpacked`; destroying `unpacked` ends both.
  pipeline(blocks, unpacked, () => {})
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } finally {
    unpacked.destroy()
  }
}

/** Errors of yauzl and zlib are the file's fault; errors of the operating system are not. */
function asSheetError(error: unknown): unknown {
  if (error instanceof SheetError || !(error instanceof Error)) return error
  if ('syscall' in error) return error
  return /encrypt/i.test(error.message) ? new SheetError('encrypted', { cause: error }) : corrupt(error)
}
