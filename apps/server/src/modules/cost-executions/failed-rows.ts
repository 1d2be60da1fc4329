import { COLUMNS } from '@pianzhang/contract/payment-sheet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkedProject } from '../../platform/linked-project.ts'
import { checkLink, signLink } from '../../platform/links.ts'
import type { ProjectContext } from '../../platform/route.ts'
import type { Services } from '../../platform/services.ts'
import { sendSheet } from '../../platform/sheet/send.ts'
import { type CellValue, type OutColumn, writeSheet } from '../../platform/sheet/write.ts'
import { loadBook } from './book.ts'
import { inWords, PaymentSheet } from './check.ts'
import { WIDTHS } from './sheet.ts'
import { type SheetFile, withSheet } from './sheet-file.ts'

export const FAILED_ROWS_PATH = '/api/manager/cost_executions/import/failed_rows/file'
const LINK_MS = 10 * 60_000

/** A signed link of 10 minutes to the rows with mistakes; null where every row is right. */
export function failedRowsLink(
  { services, project, baseUrl }: ProjectContext,
  sheet: PaymentSheet,
  file: SheetFile,
): string | null {
  if (!sheet.failed || sheet.total === 0) return null
  return baseUrl + signLink(services, FAILED_ROWS_PATH, { project: project.code, file: file.code }, LINK_MS)
}

/** The link's other end: checks the file again, and writes the rows with mistakes as they stand there, each with what is wrong. */
export async function sendFailedRows(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, FAILED_ROWS_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return await withSheet(services, project.id, query.file ?? '', async (file) => {
    const rows = failedRows(services, project.id, file, gone.signal)
    // Waited for until it is sent: so long the file must stay at hand.
    return await sendSheet(
      reply,
      '付款明细导入-有误的行.xlsx',
      writeSheet([{ name: '有误的行', columns: OUT, rows }]),
    )
  })
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
  for await (const { row, layout, mistakes } of sheet.verdicts(file.path, signal)) {
    if (mistakes.length === 0) continue
    const cells = COLUMNS.map(({ key }) => row.cells[layout.get(key) ?? -1]?.text ?? '')
    yield [[row.line, inWords(mistakes), ...cells]]
  }
}
