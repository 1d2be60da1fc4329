import { openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'
import { ORIGINAL_KINDS, type OriginalKind } from './fields.ts'
import { isPdf, isZip, looksLikeXml } from './signatures.ts'

/** The XML that names an OFD's documents (GB/T 33190, 6.1). */
export const OFD_ROOT = 'OFD.xml'

/** What a file is by its content; null if it is none of these. A zip may be anything that is packed as one. */
export async function kindOf(bytes: Buffer): Promise<OriginalKind | 'zip' | null> {
  if (isPdf(bytes)) return 'pdf'
  if (isZip(bytes)) {
    const archive = await openArchive(bytes, 'file')
    return archive.has(OFD_ROOT) ? 'ofd' : 'zip'
  }
  return looksLikeXml(bytes.subarray(0, 256)) ? 'xml' : null
}

/** Checks that a file is what its extension says. Throws `OriginalError`. */
export async function checkedKind(bytes: Buffer, fileName: string): Promise<OriginalKind> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  const claimed = ORIGINAL_KINDS.find((kind) => kind === extension)
  if (!claimed) throw new OriginalError('unknown_extension')
  const kind = await kindOf(bytes)
  if (kind !== claimed)
    throw new OriginalError('other_content', { format: claimed, extension, found: kind ?? undefined })
  return kind
}
