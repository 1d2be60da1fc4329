import type { ByteSource } from './byte-source.ts'
import { Meter, type SheetLimits } from './limits.ts'
import { openPackage, type Package, readPackage } from './zip.ts'

export { SheetError, type SheetReason } from './errors.ts'
export type { Package, PackageFile } from './zip.ts'

/** Limits that concern any zip. */
type ZipLimits = Pick<SheetLimits, 'unpackedBytes' | 'parts' | 'timeMs' | 'signal'>

/** Opens any zip at a path; its directory is checked, and nothing unpacked yet. Throws `SheetError`, or an error of the disk. */
export const openZipFile = (path: string, limits: Partial<ZipLimits> = {}): Promise<Package> =>
  openPackage(path, new Meter(limits))

/** The same for a zip in memory. */
export const openZip = (bytes: Buffer, limits: Partial<ZipLimits> = {}): Promise<Package> =>
  readPackage(sourceOf(bytes), bytes.length, new Meter(limits))

const sourceOf = (bytes: Buffer): ByteSource => ({
  read: async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
    buffer,
  }),
  close: async () => undefined,
})
