import { buffer } from 'node:stream/consumers'
import { openZip, type Package, type PackageFile, SheetError } from '@pianzhang/xlsx/zip'
import { lastOf } from './cut.ts'
import { damaged, OriginalError } from './errors.ts'

const MB = 1024 * 1024
/** Of all files of one OFD or zip, as declared and as counted. */
export const UNPACKED_BYTES = 64 * MB
/** An OFD of an invoice has some dozens: pages, fonts, seals, signatures. */
const ENTRIES = 1_000
const TIME_MS = 20_000

/** A zip in memory whose directory was checked: no `..`, no overlapping entries, at most 64 MB unpacked. */
export interface Archive {
  files(): PackageFile[]
  has(name: string): boolean
  /** The whole of one file. Throws `OriginalError` if it is damaged or larger than declared. */
  read(name: string): Promise<Buffer>
}

/** `kind` names the file in messages: OFD, 压缩包. Throws `OriginalError`. */
export async function openArchive(bytes: Buffer, kind: string): Promise<Archive> {
  const limits = { unpackedBytes: UNPACKED_BYTES, parts: ENTRIES, timeMs: TIME_MS }
  const zip: Package = await openZip(bytes, limits).catch((error: unknown) => {
    throw refusal(error, kind)
  })
  return {
    files: () => zip.files(),
    has: (name) => zip.has(name),
    read: async (name) => {
      try {
        return await buffer(zip.read(name))
      } catch (error) {
        throw refusal(error, kind)
      }
    },
  }
}

/** The zip reader is the spreadsheets', and so are its messages. */
function refusal(error: unknown, kind: string): unknown {
  if (!(error instanceof SheetError)) return error
  const { reason, cause } = error
  if (reason === 'too_large')
    return new OriginalError(`${kind}解压后超过 ${UNPACKED_BYTES / MB} MB`, { cause })
  if (reason === 'too_many_parts') return new OriginalError(`${kind}内的文件过多`, { cause })
  if (reason === 'encrypted') return new OriginalError(`${kind}已加密，请取消密码后重新上传`, { cause })
  if (/relative path|absolute path|invalid characters/i.test(String(cause)))
    return new OriginalError(`${kind}内的文件名不允许含有“..”或绝对路径`, { cause })
  return damaged(kind, error)
}

/**
 * The display name of a file: the last part of its path. Without the UTF-8 mark, Windows writes GBK and macOS UTF-8 (with decomposed
 * characters).
 */
export function displayName({ rawName, utf8 }: PackageFile): string {
  const decoded = utf8 ? rawName.toString('utf8') : decodeUnmarked(rawName)
  const parts = decoded.normalize('NFC').split(/[/\\]/)
  return lastOf((parts.at(-1) ?? '').replace(/\p{Cc}/gu, ''), 180)
}

function decodeUnmarked(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return new TextDecoder('gb18030').decode(raw)
  }
}
