import { openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'
import { ORIGINAL_KINDS, type OriginalKind } from './fields.ts'

/** The XML that names an OFD's documents (GB/T 33190, 6.1). */
export const OFD_ROOT = 'OFD.xml'

const XML_BEGINS = /^\s*<[?!A-Za-z_]/

/** What a file is by its content; null if it is none of these. A zip may be anything that is packed as one. */
export async function kindOf(bytes: Buffer): Promise<OriginalKind | 'zip' | null> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const archive = await openArchive(bytes, '文件')
    return archive.has(OFD_ROOT) ? 'ofd' : 'zip'
  }
  return looksLikeXml(bytes.subarray(0, 256)) ? 'xml' : null
}

/** Also in UTF-16, which the reader then refuses with a message of its own. */
export function looksLikeXml(head: Buffer): boolean {
  const [a, b] = head
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0))
    return XML_BEGINS.test(head.toString('utf16le').replace(/^\ufeff/, ''))
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) {
    const even = head.subarray(0, head.length & ~1)
    return XML_BEGINS.test(
      Buffer.from(even)
        .swap16()
        .toString('utf16le')
        .replace(/^\ufeff/, ''),
    )
  }
  return XML_BEGINS.test(head.toString('utf8').replace(/^\ufeff/, ''))
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
