import type { FileHandle } from 'node:fs/promises'
import { SheetError } from './errors.ts'

const OLE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * Looks at the first bytes. Returns when a zip may follow; otherwise throws `old_xls`, `encrypted` or
 * `not_xlsx`. Excel wraps an encrypted .xlsx into the same container that an old .xls is.
 */
export async function checkFirstBytes(file: FileHandle, size: number): Promise<void> {
  const head = Buffer.alloc(8)
  const { bytesRead } = await file.read(head, 0, 8, 0)
  if (bytesRead >= 4 && head.readUInt32LE(0) === 0x04034b50) return
  if (bytesRead === 8 && head.equals(OLE_MAGIC)) {
    throw new SheetError((await hasEncryptedStream(file, size)) ? 'encrypted' : 'old_xls')
  }
  // BIFF 2 to 8 without a container: Excel of the early nineties, and some exports of today.
  if (bytesRead >= 4 && head[0] === 0x09 && [0, 2, 4, 8].includes(head[1]!)) {
    throw new SheetError('old_xls')
  }
  throw new SheetError('not_xlsx')
}

/**
 * Whether the container's directory names a stream `EncryptedPackage`. Directory entries lie on multiples of
 * 128 bytes, name first, its length in bytes at 64, the kind at 66 (2 = stream), so the sectors need not be
 * followed: no text inside a cell looks like that.
 */
async function hasEncryptedStream(file: FileHandle, size: number): Promise<boolean> {
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
