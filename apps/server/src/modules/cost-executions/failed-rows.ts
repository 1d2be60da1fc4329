import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { COLUMNS } from '@pianzhang/contract/payment-sheet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../platform/errors.ts'
import { linkedProject } from '../../platform/linked-project.ts'
import { checkLink, signLink } from '../../platform/links.ts'
import type { Services } from '../../platform/services.ts'
import { sendSheet } from '../../platform/sheet/send.ts'
import { type CellValue, type OutColumn, writeSheet } from '../../platform/sheet/write.ts'
import { runSheetJob, type SheetContext, type SheetJob } from '../../platform/sheet-work.ts'
import { loadBook } from './book.ts'
import { inWords, PaymentSheet } from './check.ts'
import { WIDTHS } from './sheet.ts'
import { type SheetFile, withSheet } from './sheet-file.ts'

export const FAILED_ROWS_PATH = '/api/manager/cost_executions/import/failed_rows/file'
const LINK_MS = 10 * 60_000

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
 * The link's other end: checks the file again, and writes the rows with mistakes as they stand there, each with what is wrong. Who gets
 * no slot in time is told so.
 */
export async function sendFailedRows(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, FAILED_ROWS_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
  const sheet = new PassThrough()
  const emit = async (bytes: Buffer) => {
    begin()
    if (!sheet.write(bytes)) await once(sheet, 'drain', { signal: gone.signal })
  }
  const input = { projectId: project.id, file: query.file ?? '' }
  void runSheetJob(services, failedRowsJob, input, {
    owner: { person: query.by ?? '', company: project.company },
    timeoutMs: services.timing.failedRowsWaitMs,
    report: () => undefined,
    emit,
    signal: gone.signal,
  }).then(
    () => sheet.end(),
    (error: Error) => {
      // Gone while it waited: nobody is there to be told.
      refuse(gone.signal.aborted ? new Failure('unavailable') : error)
      sheet.destroy(error)
    },
  )
  // Before its first bytes a failure is told as such; later the download breaks off.
  sheet.on('error', () => undefined)
  await begun
  return await sendSheet(services, reply, '付款明细导入-有误的行.xlsx', sheet)
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
