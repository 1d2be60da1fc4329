import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { InvoiceBody } from '@pianzhang/contract/invoices'
import { anyOf, type Db } from '../../../platform/database.ts'
import { Failure, invalid } from '../../../platform/errors.ts'
import { errorForLog } from '../../../platform/log-error.ts'
import type { Input, ProjectContext } from '../../../platform/route.ts'
import { runReadingJob } from '../../../platform/sheet-work.ts'
import { type CodedInvoice, parseInvoiceCode } from './invoice-code.ts'
import { readingJob } from './job.ts'

/** One file of a `POST /invoices` and what was read from it. */
export interface ReadFile {
  attachment: { id: bigint; code: string; file_name: string }
  /** Hexadecimal. */
  sha256: string
  /** The text of the invoice's QR code; '' if there is none. */
  coded: string
  figures: CodedInvoice | null
  /** Why there are no figures; '' if there are. */
  reason: string
}

/** Longest time for all files of a request, waits for a slot included. */
const LIMIT_MS = 60_000
const WRONG_KIND = '请上传 jpg、jpeg 或 png 格式的图片'

type Reading = Pick<ReadFile, 'coded' | 'figures' | 'reason'>

/**
 * Finds the attachments of the body and reads them one after the other; writes nothing. Throws 422 that names each code that is no
 * picture of this project, and 503 if the files of others take too long.
 */
export async function readFiles(
  db: Db,
  context: ProjectContext,
  { body: { attachment_codes } }: Input<unknown, unknown, InvoiceBody>,
): Promise<ReadFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'code', 'kind', 'file_name', 'storage_key'])
    .where('project_id', '=', context.project.id)
    .where('code', '=', anyOf(attachment_codes))
    .where('storage_key', '!=', '')
    .execute()
  const found = new Map(rows.map((row) => [row.code, row]))
  const wrong = attachment_codes.flatMap((code, index) => {
    const row = found.get(code)
    const message = !row ? '附件不存在' : isPicture(row.kind) ? null : WRONG_KIND
    return message === null ? [] : [{ field: `attachment_codes[${index}]`, message }]
  })
  if (wrong.length > 0) throw invalid(wrong)
  const signal = AbortSignal.timeout(LIMIT_MS)
  const read = new Map<string, ReadFile>()
  for (const { id, code, file_name, storage_key } of rows)
    read.set(code, {
      attachment: { id, code, file_name },
      sha256: await hashOf(context, storage_key),
      ...(await readPicture(context, storage_key, signal)),
    })
  // A code that was sent twice is two files, of which the second repeats the first.
  return attachment_codes.flatMap((code) => read.get(code) ?? [])
}

const isPicture = (kind: string) => kind === 'png' || kind === 'jpg'

async function hashOf({ services }: ProjectContext, key: string): Promise<string> {
  const stream = await services.storage.open(key)
  if (!stream) throw new Error(`the file of an attachment is gone: ${key}`)
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

async function readPicture(context: ProjectContext, key: string, signal: AbortSignal): Promise<Reading> {
  const owner = { person: context.userCode, company: String(context.companyId) }
  const task = { owner, signal, report: () => undefined, emit: async () => undefined }
  try {
    return readingOf(await runReadingJob(context.services, readingJob, { key }, task))
  } catch (error) {
    if (signal.aborted)
      throw new Failure('unavailable', '正在识别的发票较多，请稍后重试', [], { 'Retry-After': '30' })
    // No slot, no process: nothing was found out about the picture. Any other failure is the picture's, and one must not fail the others.
    if (error instanceof Failure && error.reason !== 'invalid') throw error
    console.warn('a picture of an invoice could not be read:', key, errorForLog(error as Error))
    return { coded: '', figures: null, reason: '图片无法识别，请人工填写并核验' }
  }
}

/** The invoice's QR code among those of a picture; none if it has those of several invoices. */
export function readingOf(texts: readonly string[]): Reading {
  const codes = texts.flatMap((text) => {
    const figures = parseInvoiceCode(text)
    return figures ? [{ coded: text, figures }] : []
  })
  const numbers = new Set(codes.map(({ figures }) => `${figures.invoice_code}-${figures.invoice_number}`))
  const [first] = codes
  const none = (reason: string) => ({ coded: '', figures: null, reason })
  if (numbers.size > 1) return none(`图片中有${numbers.size}张发票的二维码，请分别拍照上传，或人工填写并核验`)
  if (first) return { ...first, reason: '' }
  return none(
    texts.length > 0
      ? '图片中的二维码不是发票二维码，请人工填写并核验'
      : '未识别到发票二维码，请人工填写并核验',
  )
}
