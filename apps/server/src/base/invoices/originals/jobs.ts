import { readFile, rm, writeFile } from 'node:fs/promises'
import {
  type InvoiceReading,
  OriginalError,
  type OriginalFields,
  type OriginalKind,
  type ZipQuota,
} from '@pianzhang/einvoice'
import { newCode } from '../../../platform/codes.ts'
import type { FileJob } from '../../../platform/files/file-jobs.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { inZip, refusalText } from './words.ts'

/** A paper form has 8 lines, an electronic one mostly some dozens. */
const MAX_LINES = 500
/** Of the lines of all invoices of a file as JSON: the server keeps those of all files of a request in memory, and writes them in one statement. */
const MAX_BYTES = 200 * 1024

/** The invoices of a file. Too many or too long lines are left out, with the reason in `omitted` (else ''); the stored file still has them. */
function withinLimits<R extends Pick<InvoiceReading, 'fields'>>(
  invoices: readonly R[],
): (R & { omitted: string })[] {
  let left = MAX_BYTES
  return invoices.map((invoice) => {
    const { items } = invoice.fields
    const bytes = sizeOf(items)
    if (items.length <= MAX_LINES && bytes <= left) {
      left -= bytes
      return { ...invoice, omitted: '' }
    }
    const omitted = `明细过多（${items.length}行），请在原文件中查看`
    return { ...invoice, fields: { ...invoice.fields, items: [] }, omitted }
  })
}

const sizeOf = (items: OriginalFields['items']) =>
  Buffer.byteLength(
    JSON.stringify(items, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )

interface StoredOriginal {
  /** The file's key in the storage. */
  key: string
  file_name: string
}

/** An invoice of an original, and why its lines were left out ('': they were not). */
type ReadInvoice = InvoiceReading & { omitted: string }

/**
 * The invoices of an original, the pages that were not read (`unread`) of its `pages`, and whether its own text is none of an invoice (`foreign`); or
 * why it is refused.
 */
export interface OriginalContent {
  invoices: ReadInvoice[]
  unread: number[]
  pages: number
  foreign: boolean
}
type OriginalResult = OriginalContent | { refusal: string }

/** Reads one stored original. Like all jobs of this file it runs in a child process if the server has one. */
export const originalJob: FileJob<StoredOriginal, OriginalResult> = {
  name: 'invoice/original',
  source: import.meta.url,
  run: ({ storage }, { key, file_name }) =>
    refusing(async () => {
      const bytes = await bytesOf(storage, key)
      if (!bytes) return GONE
      // Loaded here: pdf.js takes 30 MB, which processes that read spreadsheets do not need.
      const { readOriginal } = await import('@pianzhang/einvoice/read')
      const { invoices, unread, pages, foreign } = await readOriginal(bytes, file_name)
      return { invoices: withinLimits(invoices), unread, pages, foreign }
    }),
}

interface StoredZip {
  key: string
  /** The folder for the unpacked files in the storage. */
  folder: string
  quota: ZipQuota
}

/** A file of a zip, stored on its own. */
export interface UnpackedFile {
  code: string
  key: string
  kind: OriginalKind
  file_name: string
  file_size: number
}

/** A file of a zip that is no original, and why, in Chinese. */
interface ForeignFile {
  file_name: string
  reason: string
}

type ZipResult = { files: UnpackedFile[]; foreign: ForeignFile[] } | { refusal: string }

/**
 * Stores each original of a stored zip, and names the other files; a zip without an original is refused. Each `UnpackedFile` is sent as JSON (`emit`)
 * before its file is stored, so that the caller knows of every file even if the process ends in the midst of it.
 */
export const zipJob: FileJob<StoredZip, ZipResult> = {
  name: 'invoice/zip',
  source: import.meta.url,
  run: ({ storage }, { key, folder, quota }, { emit }) =>
    refusing(async () => {
      const zip = await bytesOf(storage, key)
      if (!zip) return GONE
      const { readZip } = await import('@pianzhang/einvoice/zip')
      const files: UnpackedFile[] = []
      const foreign: ForeignFile[] = []
      for await (const found of readZip(zip, quota)) {
        const { file_name } = found
        if ('refusal' in found) {
          foreign.push({ file_name, reason: refusalText(found.refusal) })
          continue
        }
        const { kind, bytes } = found
        const code = newCode()
        const file = { code, kind, file_name, file_size: bytes.length, key: `${folder}/${code}.${kind}` }
        await emit(Buffer.from(JSON.stringify(file)))
        const path = await storage.temp()
        try {
          await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
          await storage.put(file.key, path)
        } catch (error) {
          await rm(path, { force: true })
          throw error
        }
        files.push(file)
      }
      const [first] = foreign
      if (first && files.length === 0) return { refusal: inZip(first.file_name, first.reason) }
      return { files, foreign }
    }),
}

const GONE = { refusal: '文件不存在，请重新上传' }

/** The content of a stored file; null if the file is missing. */
async function bytesOf(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.localCopy(key)
  if (!file) return null
  try {
    return await readFile(file.path)
  } finally {
    await file.release()
  }
}

/**
 * Returns a refusal as a result, as it is no failure of the job. pdf.js leaves promise rejections of damaged files unhandled, which would end
 * the process; they are only logged here, as the result does not depend on them.
 */
async function refusing<T>(work: () => Promise<T>): Promise<T | { refusal: string }> {
  const log = (error: unknown) => console.warn('reading an original of an invoice:', String(error))
  process.on('unhandledRejection', log)
  try {
    return await work()
  } catch (error) {
    if (error instanceof OriginalError) return { refusal: refusalText(error) }
    throw error
  } finally {
    process.off('unhandledRejection', log)
  }
}

export const JOBS = [originalJob, zipJob]
