import { type FileHandle, open, rm } from 'node:fs/promises'
import { COLUMNS } from '@pianzhang/contract/payment-sheet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, refused } from '../../../platform/errors.ts'
import { goneSignal } from '../../../platform/gone.ts'
import { linkedProject } from '../../../platform/linked-project.ts'
import { checkLink, signLink } from '../../../platform/links.ts'
import type { Services } from '../../../platform/services.ts'
import { sendSheet } from '../../../platform/sheet/send.ts'
import { type CellValue, type OutColumn, writeSheet } from '../../../platform/sheet/write.ts'
import { runSheetJob, type SheetContext, type SheetJob } from '../../../platform/sheet-work.ts'
import type { SlotOwner } from '../../../platform/slots.ts'
import { loadBook } from './book.ts'
import { inWords, PaymentSheet } from './check.ts'
import { WIDTHS } from './columns.ts'
import { type SheetFile, withSheet } from './sheet-file.ts'

export const FAILED_ROWS_PATH = '/api/manager/cost_executions/import/failed_rows/file'
const LINK_MS = 10 * 60_000
/** Four of the largest uploads: cells that share one long string are few bytes there, and all of them here. */
const MAX_BYTES = 200 * 1024 * 1024

/** A signed link of 10 minutes to the rows with mistakes; null where every row is right. */
export function failedRowsLink(
  { services, project, baseUrl, userCode }: SheetContext,
  sheet: PaymentSheet,
  file: SheetFile,
): string | null {
  if (!sheet.failed || sheet.total === 0) return null
  const query = { project: project.code, file: file.code, by: userCode }
  return baseUrl + signLink(services, FAILED_ROWS_PATH, query, LINK_MS)
}

/**
 * The link's other end: checks the file again, and answers the rows with mistakes as they stand there, each with what is wrong. They go into a
 * temp file first: a slot for the pace of its reader would keep everybody else waiting. Who gets no slot in time is told so.
 */
export async function sendFailedRows(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, FAILED_ROWS_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const gone = goneSignal(reply)
  const file = await openUnlinked(await services.storage.temp())
  try {
    const size = await writeFailedRows(services, file, gone, {
      input: { projectId: project.id, file: query.file ?? '' },
      owner: { person: query.by ?? '', company: project.company },
    })
    gone.throwIfAborted()
    reply.header('Content-Length', size)
  } catch (error) {
    await file.close()
    // Gone while it waited: nobody is there to be told.
    throw gone.aborted ? new Failure('unavailable') : error
  }
  return await sendSheet(services, reply, '付款明细导入-有误的行.xlsx', file.createReadStream({ start: 0 }))
}

interface FailedRowsOrder {
  input: { projectId: bigint; file: string }
  owner: SlotOwner
}

/** Answers the file's size in bytes. Throws 422 past `MAX_BYTES`, and ENOSPC as it is. */
async function writeFailedRows(
  services: Services,
  file: FileHandle,
  gone: AbortSignal,
  { input, owner }: FailedRowsOrder,
): Promise<number> {
  const failed = new AbortController()
  let size = 0
  const emit = async (bytes: Buffer) => {
    try {
      size += bytes.length
      if (size > MAX_BYTES) throw refused('有误的行内容过多，请拆分文件后重新上传')
      await file.appendFile(bytes)
    } catch (error) {
      // A process of its own does not see what is thrown here: the signal tells it, and its reason is the answer.
      failed.abort(error)
      throw error
    }
  }
  await runSheetJob(services, failedRowsJob, input, {
    owner,
    timeoutMs: services.timing.failedRowsWaitMs,
    report: () => undefined,
    emit,
    signal: AbortSignal.any([gone, failed.signal]),
  })
  return size
}

/** A file without a name: it is gone when it is closed, however that comes. */
async function openUnlinked(path: string): Promise<FileHandle> {
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

export const failedRowsJob: SheetJob<{ projectId: bigint; file: string }, void> = {
  name: 'cost_executions/failed_rows',
  run: (services, { projectId, file }, { emit, signal }) =>
    withSheet(services, projectId, file, async (sheet) => {
      const rows = failedRows(services, projectId, sheet, signal)
      for await (const bytes of writeSheet([{ name: '有误的行', columns: OUT, rows }])) await emit(bytes)
    }),
}

const OUT: OutColumn[] = [
  { title: '行号', kind: 'number', width: 8 },
  { title: '错误原因', kind: 'text', width: 60 },
  ...COLUMNS.map(({ key, title }) => ({ title, kind: 'text' as const, width: WIDTHS[key] })),
]

async function* failedRows(
  services: Services,
  projectId: bigint,
  file: SheetFile,
  signal: AbortSignal,
): AsyncGenerator<CellValue[][]> {
  const sheet = new PaymentSheet(await loadBook(services.db, projectId))
  for await (const { row, layout, mistakes } of sheet.verdicts(file, signal)) {
    if (mistakes.length === 0) continue
    const cells = COLUMNS.map(({ key }) => row.cells[layout.get(key) ?? -1]?.text ?? '')
    yield [[row.line, inWords(mistakes), ...cells]]
  }
}
