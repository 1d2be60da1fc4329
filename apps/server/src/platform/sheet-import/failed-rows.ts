import { type FileHandle, open, rm } from 'node:fs/promises'
import { type CellValue, type OutColumn, writeSheet } from '@pianzhang/xlsx'
import { type FileJob, type JobContext, runSheetJob } from '../files/file-jobs.ts'
import { fileLink, type SignedFile } from '../files/signed-file.ts'
import { Failure, refused } from '../http/errors.ts'
import { goneSignal } from '../http/gone.ts'
import { MANAGER } from '../http/route.ts'
import type { Services } from '../services.ts'
import { sendSheet } from '../sheet/send.ts'
import { shownText } from '../sheet/words.ts'
import type { SlotOwner } from '../slots.ts'
import { SheetCheck } from './check.ts'
import { cellAt, keysOf, type SheetColumns } from './columns.ts'
import { type SheetFile, withSheet } from './file.ts'
import { columnsIn, type LedgerSheet } from './ledger.ts'

/** Four times the largest upload: shared strings are stored once in the upload, but once per cell here. */
const MAX_BYTES = 200 * 1024 * 1024

const pathOf = ({ path }: Pick<LedgerSheet<string, unknown>, 'path'>) =>
  `${MANAGER}${path}/import/failed_rows/file`

/** A signed link to the failed rows; null if there are none. */
export function failedRowsLink<K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
  context: JobContext,
  check: SheetCheck<K, Row>,
  file: SheetFile,
): string | null {
  if (!check.failedByRow || check.total === 0) return null
  return fileLink(context, pathOf(ledger), { file: file.code })
}

/**
 * The target of the link: checks the file again and answers its failed rows with their mistakes. They are first
 * written to a temp file, so that a slow reader does not hold a slot. Without a slot in time it fails with a
 * message.
 */
export function failedRowsFile<K extends string, Row>(ledger: LedgerSheet<K, Row>): SignedFile {
  return {
    path: pathOf(ledger),
    summary: 'The rows with mistakes of a spreadsheet, by their signed address',
    access: ledger.access,
    async send({ services, reply, project, owner, query }) {
      const gone = goneSignal(reply)
      const file = await openUnlinked(await services.storage.temp())
      try {
        const input = { projectId: project.id, file: query.file ?? '' }
        const size = await runIntoFile(services, failedRowsJob(ledger), input, { file, owner, gone })
        gone.throwIfAborted()
        reply.header('Content-Length', size)
      } catch (error) {
        await file.close()
        // The caller disconnected while waiting: nobody reads this failure.
        throw gone.aborted ? new Failure('unavailable') : error
      }
      const name = `${ledger.title}导入-有误的行.xlsx`
      return await sendSheet(services, reply, name, file.createReadStream({ start: 0 }))
    },
  }
}

/** Returns the file's size in bytes. Throws 422 above `MAX_BYTES`; ENOSPC is passed on. */
async function runIntoFile<I>(
  services: Services,
  job: FileJob<I, void>,
  input: I,
  { file, owner, gone }: { file: FileHandle; owner: SlotOwner; gone: AbortSignal },
): Promise<number> {
  const failed = new AbortController()
  let size = 0
  const emit = async (bytes: Buffer) => {
    try {
      size += bytes.length
      if (size > MAX_BYTES) throw refused('有误的行内容过多，请拆分文件后重新上传')
      await file.appendFile(bytes)
    } catch (error) {
      // The error does not reach a job in a child process: the signal stops the job, and its reason is thrown to
      // the caller.
      failed.abort(error)
      throw error
    }
  }
  await runSheetJob(services, job, input, {
    owner,
    timeoutMs: services.timing.failedRowsWaitMs,
    report: () => undefined,
    emit,
    signal: AbortSignal.any([gone, failed.signal]),
  })
  return size
}

/** An unlinked file: the system deletes it when it is closed, also after a crash. */
async function openUnlinked(path: string): Promise<FileHandle> {
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

export function failedRowsJob<K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
): FileJob<{ projectId: bigint; file: string }, void> {
  return {
    name: `${ledger.resource}/failed_rows`,
    source: ledger.source,
    run: (services, { projectId, file }, { emit, signal }) =>
      withSheet(services, projectId, file, async (sheet) => {
        const own = await columnsIn(ledger, services.db, projectId)
        const columns: OutColumn[] = [
          { title: '行号', kind: 'number', width: 8 },
          { title: '错误原因', kind: 'text', width: 60 },
          ...keysOf(own).map((key) => {
            const { title, width } = own[key]
            return { title, kind: 'text' as const, width }
          }),
        ]
        const check = new SheetCheck(own, await ledger.loadRules(services.db, projectId))
        const rows = failedRows(own, check, sheet, signal)
        for await (const bytes of writeSheet([{ name: '有误的行', columns, rows }])) await emit(bytes)
      }),
  }
}

async function* failedRows<K extends string, Row>(
  columns: SheetColumns<K>,
  check: SheetCheck<K, Row>,
  file: SheetFile,
  signal: AbortSignal,
): AsyncGenerator<CellValue[][]> {
  for await (const { row, layout, checked } of check.verdicts(file, signal)) {
    if (checked.mistakes.length === 0) continue
    const cells = keysOf(columns).map((key) => shownText(cellAt(row, layout, key)))
    yield [[row.line, check.describe(checked.mistakes), ...cells]]
  }
}
