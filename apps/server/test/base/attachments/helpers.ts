import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A minimal PDF. */
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** Noise does not compress, so that a missing part is noticed. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

export const png = (width = 60, height = 40) => noise(width, height).png().toBuffer()
export const jpg = (width = 60, height = 40) => noise(width, height).jpeg().toBuffer()

/** A zip with the entries of a spreadsheet, whose content is not XML. */
export const sheet = () => zipOf('[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml')

/** A zip of stored entries whose content is their own name. */
export function zipOf(...names: string[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const data = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(data.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, data, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, data]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end])
}

/** A multipart body, its parts in the order given. */
export function formOf(
  parts: readonly (readonly [name: string, value: string | Buffer, fileName?: string])[],
) {
  const boundary = '----pianzhang-test-boundary'
  const payload = parts.flatMap(([name, value, fileName]) => {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...payload, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
