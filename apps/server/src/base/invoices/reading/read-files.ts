import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import {
  type FAILED,
  type InvoiceBody,
  type InvoiceFormat,
  type RefusedFile,
  UNCHECKED,
} from '@pianzhang/contract/invoices'
import { invoiceCodes } from '@pianzhang/einvoice'
import { anyOf, type Db } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../../platform/http/route.ts'
import { originalJob } from '../originals/jobs.ts'
import { readingsOf } from '../originals/read-original.ts'
import { inZip } from '../originals/words.ts'
import type { NewInvoice } from '../save.ts'
import { readingJob } from './job.ts'
import { runJob, TOO_MUCH } from './run-job.ts'
import { attachUnpacked, type ReadableFile, removeUnpacked } from './unpack.ts'
import { unpackZips } from './zips.ts'

/** One invoice of a file of a `POST /invoices`, with the fields read from it; a zip counts as the files in it. */
export interface ReadFile {
  /** Index in the body's `attachment_codes`; for a file from a zip the index of the zip. */
  index: number
  attachment: { id: bigint; code: string; file_name: string }
  format: InvoiceFormat
  /** Hexadecimal. */
  sha256: string
  /** The how manyth invoice of the file, from 1 on, and its pages; empty: the whole file. */
  part: number
  pages: readonly number[]
  /** The fields of the invoice; its status becomes `FAILED` if they contradict the invoice with its number. */
  fields: Omit<NewInvoice, 'files' | 'status'> & { status: typeof FAILED | typeof UNCHECKED }
}

export interface ReadFiles {
  files: ReadFile[]
  /** Files that are no invoices: refused originals, and files in zips that are no originals. */
  refused: RefusedFile[]
}

/** Longest time for all files of a request, waits for a slot included. */
const LIMIT_MS = 60_000
const NO_INVOICE = 'PDF 里没有发票的任何栏目（如发票号码、开票日期、价税合计），不是发票'
const WRONG_KIND = '请上传 jpg、jpeg、png 图片，或 pdf、ofd、xml、zip 格式的电子发票'

/**
 * Finds the attachments of the body and reads them one after the other; writes no invoice. Throws 422 naming each code that is no picture or
 * original of this project, or a refused zip, and each file if all are refused; 503 if no slot is free, after `LIMIT_MS`, or if the caller
 * disconnects.
 */
export async function readFiles(
  db: Db,
  context: ProjectContext,
  { body: { attachment_codes }, gone }: Input<unknown, unknown, InvoiceBody> & { gone: AbortSignal },
): Promise<ReadFiles> {
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'code', 'kind', 'file_name', 'storage_key'])
    .where('project_id', '=', context.project.id)
    .where('code', '=', anyOf(attachment_codes))
    .where('storage_key', '!=', '')
    .execute()
  const signal = AbortSignal.any([AbortSignal.timeout(LIMIT_MS), gone])
  const found = new Map<string, ReadableFile>(rows.map((row) => [row.code, row]))
  const wrong = new Map(attachment_codes.map((code) => [code, faultOf(found.get(code))]))
  // In the order of the body, so that the last files are refused if there are too many.
  const files = [...new Set(attachment_codes)].flatMap((code) => found.get(code) ?? [])
  const zips = await unpackZips(
    context,
    files.filter(({ kind }) => kind === 'zip'),
    signal,
  )
  for (const [code, refusal] of zips.refusals) wrong.set(code, refusal)
  const errors = attachment_codes.flatMap((code, index) => {
    const message = wrong.get(code)
    return message ? [{ field: `attachment_codes[${index}]`, message }] : []
  })
  if (errors.length > 0) {
    await removeUnpacked(context, zips.noted)
    throw invalid(errors)
  }
  const unpacked = new Map<string, readonly ReadableFile[]>()
  for (const file of files) {
    const inside = zips.files.get(file.code)
    if (inside) unpacked.set(file.code, await attachUnpacked(context, file, inside))
  }
  const read = new Map<string, Omit<ReadFile, 'index'>[]>()
  const refused = [...zips.foreign]
  for (const file of files) {
    const { code } = file
    const results: Omit<ReadFile, 'index'>[] = []
    const inside = unpacked.get(code)
    for (const each of inside ?? [file]) {
      const result = await readFile(context, each, signal)
      if (!result) throw goneFiles([attachment_codes.indexOf(code)])
      const { file_name } = each
      if ('refusal' in result)
        refused.push({
          attachment_code: code,
          zip_name: inside ? file.file_name : '',
          file_name,
          reason: result.refusal,
        })
      else results.push(...result)
    }
    read.set(code, results)
  }
  // Nothing was read, so the request fails, as it does for a file of another kind.
  if (refused.length > 0 && [...read.values()].every((results) => results.length === 0))
    throw invalid(attachment_codes.map((code, index) => refusalAt(index, code, refused)))
  // A code that was sent twice counts as two files; the second becomes a duplicate.
  const all = attachment_codes.flatMap((code, index) =>
    (read.get(code) ?? []).map((file) => ({ ...file, index })),
  )
  return { files: all, refused }
}

/** Why the file with this code is refused; of a zip, why each file in it is. */
const refusalAt = (index: number, code: string, refused: readonly RefusedFile[]) => ({
  field: `attachment_codes[${index}]`,
  message: refused
    .filter(({ attachment_code }) => attachment_code === code)
    .map(({ zip_name, file_name, reason }) => (zip_name === '' ? reason : inZip(file_name, reason)))
    .join('；'),
})

function faultOf(file: ReadableFile | undefined): string | null {
  if (!file) return '附件不存在'
  return isFormat(file.kind) || file.kind === 'zip' ? null : WRONG_KIND
}

const isPicture = (kind: string) => kind === 'png' || kind === 'jpg'
const isFormat = (kind: string): kind is InvoiceFormat =>
  isPicture(kind) || kind === 'pdf' || kind === 'ofd' || kind === 'xml'

/** A 422 for attachments that no longer exist, by their index in the body. */
export const goneFiles = (indexes: readonly number[]) =>
  invalid(
    indexes.map((index) => ({ field: `attachment_codes[${index}]`, message: '附件已不存在，请重新上传' })),
  )

/** The invoices of one attachment; null if its stored file is gone. */
async function readFile(
  context: ProjectContext,
  file: ReadableFile,
  signal: AbortSignal,
): Promise<Omit<ReadFile, 'index'>[] | { refusal: string } | null> {
  const { id, code, kind, file_name, storage_key: key } = file
  if (!isFormat(kind)) throw new Error(`no format of an invoice: ${kind}`)
  const sha256 = await hashOf(context, key)
  if (sha256 === null) return null
  const invoices = isPicture(kind)
    ? await readPicture(context, key, signal)
    : await readOriginal(context, { key, file_name }, signal)
  if ('refusal' in invoices) return invoices
  const attachment = { id, code, file_name }
  return invoices.map((invoice, index) => ({
    attachment,
    format: kind,
    sha256,
    part: index + 1,
    ...invoice,
  }))
}

/** An invoice of a file. */
type Read = Pick<ReadFile, 'fields' | 'pages'>

async function readOriginal(
  context: ProjectContext,
  file: { key: string; file_name: string },
  signal: AbortSignal,
): Promise<Read[] | { refusal: string }> {
  const result = (await runJob(context, originalJob, file, signal)) ?? { refusal: TOO_MUCH }
  if ('refusal' in result) return result
  if (result.foreign && result.invoices.every(({ coded }) => coded === '')) return { refusal: NO_INVOICE }
  return readingsOf(result).map(({ reason, coded, pages, fields }) => ({
    pages,
    fields: { ...fields, status: UNCHECKED, reason, coded },
  }))
}

async function hashOf({ services }: ProjectContext, key: string): Promise<string | null> {
  const stream = await services.storage.open(key)
  if (!stream) return null
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

async function readPicture(context: ProjectContext, key: string, signal: AbortSignal): Promise<Read[]> {
  const texts = await runJob(context, readingJob, { key }, signal)
  const readings = texts ? pictureReadings(texts) : [{ reason: '图片无法识别，请人工填写并核验', coded: '' }]
  return readings.map((fields) => ({ pages: [], fields: { ...fields, status: UNCHECKED } }))
}

type PictureReading = Omit<ReadFile['fields'], 'status'>

/** The invoices whose QR codes a picture has, as of several on one sheet, in the order of their numbers; or one without figures, with the reason. */
export function pictureReadings(texts: readonly string[]): PictureReading[] {
  const codes = invoiceCodes(texts)
  if (codes.length > 0)
    return codes
      .toSorted((a, b) => (a.figures.invoice_number < b.figures.invoice_number ? -1 : 1))
      .map(({ text, figures }) => ({ ...figures, coded: text, reason: several(codes.length) }))
  const reason =
    texts.length > 0
      ? '图片中的二维码不是发票二维码，请人工填写并核验'
      : '未识别到发票二维码，请人工填写并核验'
  return [{ coded: '', reason }]
}

/** A code that is not read leaves no trace, so the person counts. */
const several = (count: number) => (count > 1 ? `图片中读到 ${count} 张发票的二维码，请核对张数` : '')
