import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of a zip; its content is read while it is packed. */
export interface ZipPart {
  name: string
  content: Iterable<Buffer> | AsyncIterable<Buffer>
}

interface Written {
  name: Buffer
  offset: number
  checksum: number
  compressed: number
  size: number
}

const CHUNK = 64 * 1024
const MAX_32_BITS = 0xffffffff
/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01, the first day of zip: a constant, so that the same rows give the same bytes. */
const DATE = 0x0021

/**
 * Packs parts one after the other while they are read; keeps one block and some bytes per part in memory. Throws a
 * RangeError above 4 GiB, which would need zip64 (about fifty million rows).
 */
export async function* zip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name), offset, checksum: 0, compressed: 0, size: 0 }
    const header = localHeader(entry.name)
    yield header
    for await (const block of deflate(part.content, entry)) {
      entry.compressed += block.length
      yield block
    }
    if (Math.max(offset, entry.compressed, entry.size) > MAX_32_BITS)
      throw new RangeError('a part is over 4 GiB')
    const descriptor = dataDescriptor(entry)
    yield descriptor
    offset += header.length + entry.compressed + descriptor.length
    written.push(entry)
  }
  yield directory(written, offset)
}

async function* deflate(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const block of content) {
      entry.size += block.length
      entry.checksum = crc32(block, entry.checksum)
      yield block
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  const packer = createDeflateRaw({ chunkSize: CHUNK })
  source.on('error', (error) => packer.destroy(error))
  source.pipe(packer)
  try {
    yield* packer as AsyncIterable<Buffer>
  } finally {
    // Also when the download is aborted: ends the query that the rows come from.
    source.destroy()
    packer.destroy()
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function dataDescriptor(entry: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(entry.checksum, 4)
  descriptor.writeUInt32LE(entry.compressed, 8)
  descriptor.writeUInt32LE(entry.size, 12)
  return descriptor
}

function directory(written: Written[], offset: number): Buffer {
  if (offset > MAX_32_BITS) throw new RangeError('the file is over 4 GiB')
  const entries = Buffer.concat(written.map(directoryEntry))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(written.length, 8)
  end.writeUInt16LE(written.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([entries, end])
}

function directoryEntry(entry: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATE, 10)
  header.writeUInt16LE(DATE, 14)
  header.writeUInt32LE(entry.checksum, 16)
  header.writeUInt32LE(entry.compressed, 20)
  header.writeUInt32LE(entry.size, 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([header, entry.name])
}
