import { open } from 'node:fs/promises'
import { SHEET_LIMIT, UPLOAD_KEY, UPLOAD_LIMIT } from '@pianzhang/contract/attachments'
import { isPdf, looksLikeXml } from '@pianzhang/einvoice'
import { openZipFile, type Package, SheetError, type SheetReason } from '@pianzhang/xlsx/zip'
import { invalid } from '../../../platform/http/errors.ts'
import { sheetErrorText } from '../../../platform/sheet/words.ts'

export type Kind = 'png' | 'jpg' | 'xlsx' | 'pdf' | 'ofd' | 'xml' | 'zip'
/** Of a file as it is sent: `heic`, the format of photographs of phones, is kept as a JPEG. */
export type SentKind = Kind | 'heic'

const KIND_OF_EXTENSION: Readonly<Record<string, SentKind>> = {
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
  jfif: 'jpg',
  jpe: 'jpg',
  heic: 'heic',
  heif: 'heic',
  xlsx: 'xlsx',
  pdf: 'pdf',
  ofd: 'ofd',
  xml: 'xml',
  zip: 'zip',
}

export const MIME: Readonly<Record<Kind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml',
  zip: 'application/zip',
}

export const isImage = (kind: SentKind) => kind === 'png' || kind === 'jpg' || kind === 'heic'

export const wrongKind = () => invalid([{ field: 'file', message: '请上传规定的格式文件' }])
interface KeyParts {
  /** The file's display name: the key's file name without the timestamp. */
  fileName: string
  /** Null: an extension that may not be uploaded. */
  kind: SentKind | null
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

/** The file name with the extension of `kind`; unchanged if its extension already stands for this kind. */
export function nameOf(fileName: string, kind: Kind): string {
  const [, stem, extension = ''] = fileName.match(/^(.*)\.([^.]+)$/su) ?? []
  if (stem === undefined || KIND_OF_EXTENSION[extension.toLowerCase()] === kind) return fileName
  return `${stem}.${kind}`
}

/** ISO/IEC 14496-12: the brand of the container, after its size and `ftyp`. */
const isHeic = (head: Buffer): boolean =>
  /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head.subarray(4, 12).toString('latin1'))

const MAGIC: readonly (readonly [SentKind, (head: Buffer) => boolean])[] = [
  ['png', (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpg', (head) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['heic', isHeic],
  ['pdf', isPdf],
  ['xml', looksLikeXml],
]
const HEAD = 256

/**
 * The kind of a file by its content, which must match `kind`, that of its key; the sender's content type is ignored. A picture may have the
 * extension of another kind of picture, as chat programs save a PNG as `.jpg`. Throws 422.
 */
export async function checkKind(path: string, kind: SentKind): Promise<SentKind> {
  if (kind === 'xlsx' || kind === 'ofd' || kind === 'zip') {
    await checkZip(path, kind)
    return kind
  }
  const head = await headOf(path)
  const found = MAGIC.find(([, is]) => is(head))?.[0]
  if (found === undefined || (found !== kind && !(isImage(found) && isImage(kind)))) throw wrongContent(head)
  return found
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** What a web page or text looks like that was named as a spreadsheet, as many programs' exports are. */
const isPlainText = (head: Buffer): boolean =>
  head.length > 0 && !head.some((byte) => byte < 9) && !MAGIC.some(([kind, is]) => kind !== 'xml' && is(head))

/** Of a file whose content is not what its name promises. */
function wrongContent(head: Buffer, kind?: Kind) {
  const message =
    kind === 'xlsx' && isPlainText(head)
      ? '文件内容是网页或文本（CSV），请用 Excel 或 WPS 打开，另存为 .xlsx 后重新上传'
      : '文件内容与格式不符或已损坏'
  return invalid([{ field: 'file', message }])
}

/** Reasons whose own message is shown instead of "wrong content", as it says how to save the file again. */
const SPECIFIC = new Set<SheetReason>(['old_xls', 'encrypted', 'macros'])

/** Reads only the zip's central directory; the code that later unpacks the file checks the content and its size. */
async function checkZip(path: string, kind: 'xlsx' | 'ofd' | 'zip'): Promise<void> {
  try {
    const zip = await openZipFile(path, { unpackedBytes: Number.MAX_SAFE_INTEGER, timeMs: 10_000 })
    await zip.close()
    if (kindOfZip(zip) === kind) return
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (kind === 'xlsx' && SPECIFIC.has(error.reason))
      throw invalid([{ field: 'file', message: sheetErrorText(error) }])
  }
  throw wrongContent(await headOf(path), kind)
}

/** Null for packages of other programs (.docx, a workbook without content types), which are not accepted as plain zips, either. */
function kindOfZip(zip: Package): 'xlsx' | 'ofd' | 'zip' | null {
  const names = zip.names()
  if (zip.has('OFD.xml')) return 'ofd'
  if (!zip.has('[Content_Types].xml')) return names.some((name) => name.startsWith('xl/')) ? null : 'zip'
  return names.some((name) => /^([^/]+\/)?workbook[^/]*\.xml$/.test(name)) ? 'xlsx' : null
}
