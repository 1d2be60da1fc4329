import type { ImportResult } from '@pianzhang/contract/imports'
import type pg from 'pg'
import { audit } from '../audit/audit.ts'
import { newCode } from '../codes.ts'
import { inTransaction, onOneConnection, type Tx } from '../database/database.ts'
import { sendCounters } from '../database/vacuum.ts'
import type { JobContext } from '../files/file-jobs.ts'
import type { Report } from '../files/import-stream.ts'
import { isContended } from '../http/answer-failure.ts'
import { busy, Failure } from '../http/errors.ts'
import { checkStill } from '../http/guard.ts'
import { importingLock } from '../http/write-transaction.ts'
import { SheetCheck } from './check.ts'
import { importedMeanwhile, lockContent } from './earlier-imports.ts'
import { failedRowsLink } from './failed-rows.ts'
import { type SheetFile, withProgress, withSheet } from './file.ts'
import { columnsIn, type LedgerSheet } from './ledger.ts'

/** A requested import: of which uploaded file, by whom, and where progress is reported. */
interface ImportTask {
  context: JobContext
  attachmentCode: string
  report: Report
  signal: AbortSignal
}

/**
 * Imports the rows of an uploaded spreadsheet, all or none. Bad rows give a `failed` result, an unreadable file
 * 422. A file is imported once; a repetition gets the first result. In the progress a row counts half when checked,
 * half when written.
 */
export async function importSheet<K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
  task: ImportTask,
): Promise<ImportResult> {
  const { context, attachmentCode, signal } = task
  return await withSheet(context.services, context.project.id, attachmentCode, (file) =>
    onOneConnection(context.services.imports, signal, (db, client) =>
      inTransaction(db, (tx) => importFile(tx, client, ledger, task, file)),
    ).catch((error: unknown) => {
      if (error instanceof FailedRows) return error.result
      // A lock that was not free in time, or rows of the file's contracts and invoices that changed during each of four tries.
      if (isContended(error)) throw busy('同事正在修改表格涉及的数据，未导入任何数据，请稍后再试')
      throw error
    }),
  )
}

/** Rolls the transaction back; its result is the answer. */
class FailedRows extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('rows with mistakes')
    this.result = result
  }
}

async function importFile<K extends string, Row>(
  tx: Tx,
  client: pg.PoolClient,
  ledger: LedgerSheet<K, Row>,
  { context, report, signal }: ImportTask,
  file: SheetFile,
): Promise<ImportResult> {
  const claim = await claimFile(tx, ledger, context, file)
  if (!claim) return await firstResult(tx, ledger, context, file)
  const { services, project, userId, now } = context
  const check = new SheetCheck(
    await columnsIn(ledger, tx, project.id),
    await ledger.loadRules(tx, project.id),
  )
  const owner = { projectId: project.id, userId, now, importId: claim.id }
  const writer = await ledger.openWriter({ tx, client, services, signal, context, ...owner })
  try {
    await withProgress(file, report, signal, async (progress) => {
      const onRow = () => progress(Math.floor((check.total + writer.written) / 2))
      for await (const row of check.rows(file, signal, onRow)) {
        const room = writer.add(row)
        if (room) await room
      }
    })
    if (check.failed) {
      const failed_rows_url = failedRowsLink(ledger, context, check, file)
      throw new FailedRows({ ...check.result(), failed_rows_url, import_code: null, notices: [] })
    }
    await writer.end()
    // Checked here, as a writer may ignore the signal: the import is rolled back if the caller disconnected.
    signal.throwIfAborted()
  } catch (error) {
    await writer.untilIdle()
    throw error
  }
  report(check.total, check.total)
  await tx
    .updateTable('imports')
    .set({ total: check.total })
    .where('project_id', '=', project.id)
    .where('id', '=', claim.id)
    .execute()
  const notes = await check.notes(file, signal)
  await audit(tx, context, {
    action: 'import',
    resource: ledger.resource,
    code: claim.code,
    label: file.fileName,
    after: {
      ...{ file_name: file.fileName, rows: check.total, records: check.records },
      ...(notes.length > 0 && { notes }),
    },
  })
  await sendCounters(tx)
  const notices = await importedMeanwhile(tx, ledger, context, file)
  return { ...check.result(), failed_rows_url: null, import_code: claim.code, notices }
}

type Ledger = Pick<LedgerSheet<string, unknown>, 'resource' | 'table' | 'unit' | 'access'>

/**
 * Takes the lock of the file's content (`lockContent`), which a second import of equal bytes waits for, then inserts the import's row. Returns
 * null if this very file was imported before. Checks the guard's conditions again, as the waits for a slot and for another import take minutes.
 */
async function claimFile(
  tx: Tx,
  { resource, access }: Ledger,
  context: JobContext,
  file: SheetFile,
): Promise<{ id: bigint; code: string } | null> {
  const { project, services } = context
  // Locked until the commit, so that the project cannot be archived or deleted after the check below.
  const state = await tx
    .selectFrom('projects')
    .select(['deleted_at', importingLock(project.id).as('importing')])
    .where('id', '=', project.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!state || state.deleted_at) throw new Failure('noProject')
  await lockContent(project.id, resource, file).execute(tx)
  const row = await tx
    .insertInto('imports')
    .values({
      project_id: project.id,
      code: newCode(),
      resource,
      attachment_id: file.id,
      total: 0,
      creator_id: context.userId,
      created_at: context.now,
    })
    .onConflict((oc) => oc.constraint('imports_attachment').doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst()
  await checkStill(tx, context, access, services.clock())
  return row ?? null
}

/** The result of the file's first import. */
async function firstResult(
  tx: Tx,
  ledger: Ledger,
  context: JobContext,
  file: SheetFile,
): Promise<ImportResult> {
  const { code, total } = await tx
    .selectFrom('imports')
    .select(['code', 'total'])
    .where('project_id', '=', context.project.id)
    .where('attachment_id', '=', file.id)
    .where('resource', '=', ledger.resource)
    .executeTakeFirstOrThrow()
  const notices = await importedMeanwhile(tx, ledger, context, file)
  return {
    ...{ status: 'succeeded', error_items: [], total, bad: 0, failed_rows_url: null },
    ...{ import_code: code, notices },
  }
}
