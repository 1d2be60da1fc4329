import { isPdf, isZip, looksLikeXml } from '../../../platform/files/signatures.ts'
import { openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'
import { ORIGINAL_KINDS, type OriginalKind } from './fields.ts'

/** The XML that names an OFD's documents (GB/T 33190, 6.1). */
export const OFD_ROOT = 'OFD.xml'

/** What a file is by its content; null if it is none of these. A zip may be anything that is packed as one. */
export async function kindOf(bytes: Buffer): Promise<OriginalKind | 'zip' | null> {
  if (isPdf(bytes)) return 'pdf'
  if (isZip(bytes)) {
    const archive = await openArchive(bytes, '文件')
    return archive.has(OFD_ROOT) ? 'ofd' : 'zip'
  }
  return looksLikeXml(bytes.subarray(0, 256)) ? 'xml' : null
}

/** Checks that a file is what its extension says. Throws `OriginalError`. */
export async function checkedKind(bytes: Buffer, fileName: string): Promise<OriginalKind> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  const claimed = ORIGINAL_KINDS.find((kind) => kind === extension)
  if (!claimed) throw new OriginalError('只能读取 XML、OFD、PDF 格式的发票文件')
  const kind = await kindOf(bytes)
  if (kind !== claimed)
    throw new OriginalError(
      kind === null
        ? `文件内容不是 ${claimed.toUpperCase()}，请检查后重新上传`
        : `文件内容是 ${kind.toUpperCase()}，扩展名却是 .${extension}，请上传未改名的原文件`,
    )
  return kind
}
