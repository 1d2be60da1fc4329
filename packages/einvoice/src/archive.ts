import { buffer } from 'node:stream/consumers'
import { openZip, type Package, type PackageFile, SheetError } from '@pianzhang/xlsx/zip'
import { lastOf } from './cut.ts'
import { damaged, OriginalError, type OriginalErrorDetails } from './errors.ts'
import { ZIP_QUOTA } from './quota.ts'

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

/** Opens a zip. Errors name `format`. Throws `OriginalError`. */
export async function openArchive(bytes: Buffer, format: 'ofd' | 'zip' | 'file'): Promise<Archive> {
  const limits = { unpackedBytes: ZIP_QUOTA.bytes, parts: ENTRIES, timeMs: TIME_MS }
  const zip: Package = await openZip(bytes, limits).catch((error: unknown) => {
    throw refusal(error, format)
  })
  return {
    files: () => zip.files(),
    has: (name) => zip.has(name),
    read: async (name) => {
      try {
        return await buffer(zip.read(name))
      } catch (error) {
        throw refusal(error, format)
      }
    },
  }
}

function refusal(error: unknown, format: OriginalErrorDetails['format']): unknown {
  if (!(error instanceof SheetError)) return error
  const { reason, cause } = error
  if (reason === 'too_large') return new OriginalError('too_large', { format, limit: ZIP_QUOTA.bytes, cause })
  if (reason === 'too_many_parts') return new OriginalError('too_many_files', { format, cause })
  if (reason === 'encrypted') return new OriginalError('encrypted', { format, cause })
  if (/relative path|absolute path|invalid characters/i.test(String(cause)))
    return new OriginalError('unsafe_file_name', { format, cause })
  return damaged(format, error)
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
