import { open } from 'node:fs/promises'
import { SHEET_LIMIT, UPLOAD_KEY, UPLOAD_LIMIT } from '@pianzhang/contract/attachments'
import { invalid } from '../../platform/errors.ts'
import { SheetError, type SheetReason } from '../../platform/sheet/errors.ts'
import { Meter } from '../../platform/sheet/limits.ts'
import { openPackage } from '../../platform/sheet/zip.ts'

export type Kind = 'png' | 'jpg' | 'xlsx' | 'pdf'

const KIND_OF_EXTENSION: Readonly<Record<string, Kind>> = {
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
  xlsx: 'xlsx',
  pdf: 'pdf',
}

export const MIME: Readonly<Record<Kind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

export const isImage = (kind: Kind) => kind === 'png' || kind === 'jpg'

export const wrongKind = () => invalid([{ field: 'file', message: '请上传规定的格式文件' }])

export interface KeyParts {
  /** The file's display name: the key's file name without the timestamp. */
  fileName: string
  /** Null: an extension that may not be uploaded. */
  kind: Kind | null
  /** Bytes. */
  limit: number
}

/** `manager/attachments/<name>-<digits>.<ext>` split into its parts. Null if it has another form. */
export function readKey(key: string): KeyParts | null {
  const [, name, extension] =
    (UPLOAD_KEY.test(key) && key.match(/^manager\/attachments\/(.+)-\d+\.([^.]+)$/su)) || []
  if (name === undefined || extension === undefined) return null
  const kind = KIND_OF_EXTENSION[extension.toLowerCase()] ?? null
  return { fileName: `${name}.${extension}`, kind, limit: kind === 'xlsx' ? SHEET_LIMIT : UPLOAD_LIMIT }
}

const MAGIC: readonly (readonly [Kind, Buffer])[] = [
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['jpg', Buffer.from('ffd8ff', 'hex')],
  ['pdf', Buffer.from('%PDF-')],
]

/** Checks by its content that a file is what its key says; the sender's file name and content type are ignored. Throws 422. */
export async function checkKind(path: string, kind: Kind): Promise<void> {
  if (kind === 'xlsx') return await checkSheet(path)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const found = MAGIC.find(([, magic]) =>
      buffer.subarray(0, bytesRead).subarray(0, magic.length).equals(magic),
    )
    if (found?.[0] !== kind) throw wrongKind()
  } finally {
    await file.close()
  }
}

/** For these the reader's message is shown instead of "wrong kind", as it says how to save the file again. */
const SPECIFIC = new Set<SheetReason>(['old_xls', 'encrypted', 'macros'])

/** Reads only the zip's central directory; the content and its size are checked by the import. */
async function checkSheet(path: string): Promise<void> {
  try {
    const zip = await openPackage(path, new Meter({ unpackedBytes: Number.MAX_SAFE_INTEGER, timeMs: 10_000 }))
    await zip.close()
    if (zip.has('[Content_Types].xml') && zip.names().some((name) => /^xl\/workbook[^/]*\.xml$/.test(name)))
      return
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (SPECIFIC.has(error.reason)) throw invalid([{ field: 'file', message: error.message }])
  }
  throw wrongKind()
}
