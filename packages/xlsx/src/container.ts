import type { ByteSource } from './byte-source.ts'
import { SheetError } from './errors.ts'

const OLE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * Checks the file's signature. Throws `old_xls`, `encrypted` or `not_xlsx` unless it may be a zip. Excel stores an
 * encrypted .xlsx in the same OLE container as an old .xls.
 */
export async function checkFirstBytes(file: ByteSource, size: number): Promise<void> {
  const head = Buffer.alloc(8)
  const { bytesRead } = await file.read(head, 0, 8, 0)
  if (bytesRead >= 4 && head.readUInt32LE(0) === 0x04034b50) return
  if (bytesRead === 8 && head.equals(OLE_MAGIC)) {
    throw new SheetError((await hasEncryptedStream(file, size)) ? 'encrypted' : 'old_xls')
  }
  // BIFF 2 to 8 without a container: Excel before 1995, and some exports of other programs.
  if (bytesRead >= 4 && head[0] === 0x09 && [0, 2, 4, 8].includes(head[1]!)) {
    throw new SheetError('old_xls')
  }
  throw new SheetError('not_xlsx')
}

/**
 * Whether the container's directory has a stream `EncryptedPackage`. Directory entries start at multiples of 128
 * bytes (name, its length at 64, the type at 66: 2 = stream), which cell text does not match, so a scan is enough.
 */
async function hasEncryptedStream(file: ByteSource, size: number): Promise<boolean> {
  const block = Buffer.alloc(1 << 20)
  for (let at = 0; at < size; at += block.length) {
    const { bytesRead } = await file.read(block, 0, block.length, at)
    const seen = block.subarray(0, bytesRead)
    for (let hit = seen.indexOf(ENCRYPTED_STREAM); hit >= 0; hit = seen.indexOf(ENCRYPTED_STREAM, hit + 1)) {
      const whole = hit % 128 === 0 && hit + 67 <= bytesRead
      if (whole && seen.readUInt16LE(hit + 64) === ENCRYPTED_STREAM.length + 2 && seen[hit + 66] === 2)
        return true
    }
  }
  return false
}
