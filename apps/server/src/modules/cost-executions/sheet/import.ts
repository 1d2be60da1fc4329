import type { ImportResult } from '@pianzhang/contract/imports'
import type pg from 'pg'
import { audit } from '../../../platform/audit.ts'
import { newCode } from '../../../platform/codes.ts'
import { ChangedMeanwhile, inTransaction, onOneConnection, type Tx } from '../../../platform/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { checkStill, inProject } from '../../../platform/guard.ts'
import type { Report } from '../../../platform/import-stream.ts'
import type { SheetContext } from '../../../platform/sheet-work.ts'
import { lockChecked } from '../references.ts'
import { loadBook } from './book.ts'
import { PaymentSheet } from './check.ts'
import { failedRowsLink } from './failed-rows.ts'
import { PaymentWriter } from './import-writer.ts'
import { type SheetFile, withProgress, withSheet } from './sheet-file.ts'

export const IMPORT_ACCESS = inProject('cost_execution', 'write')

/**
 * Imports the payments of an uploaded spreadsheet, all rows or none, through the schema and the rules of the form. Bad rows
 * are a `failed` result; an unreadable file is 422. One file is imported once: repeated, it answers the first result again. In the progress a row
 * counts half when it is checked, half when it is written.
 */
export async function importPayments(
  context: SheetContext,
  attachmentCode: string,
  report: Report,
  signal: AbortSignal,
): Promise<ImportResult> {
  return await withSheet(context.services, context.project.id, attachmentCode, (file) =>
    onOneConnection(context.services.imports, signal, (db, client) =>
      inTransaction(db, (tx) => importFile(tx, client, context, file, report, signal)),
    ).catch((error: unknown) => {
      if (error instanceof FailedRows) return error.result
      throw error
    }),
  )
}

/** Takes the transaction back; its result is the answer. */
class FailedRows extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('rows with mistakes')
    this.result = result
  }
}

async function importFile(
  tx: Tx,
  client: pg.PoolClient,
  context: SheetContext,
  file: SheetFile,
  report: Report,
  signal: AbortSignal,
): Promise<ImportResult> {
  const claim = await claimFile(tx, context, file)
  if (!claim) return await firstResult(tx, context, file.id)
  const { services, project } = context
  const sheet = new PaymentSheet(await loadBook(tx, project.id))
  const owner = { projectId: project.id, userId: context.userId, now: context.now, importId: claim.id }
  const writer = new PaymentWriter({ tx, client, numbers: services.numbers, signal }, owner)
  const named = { contracts: new Set<bigint>(), invoices: new Set<bigint>() }
  try {
    await writer.begin()
    await withProgress(file, report, signal, async (progress) => {
      const onRow = () => progress(Math.floor((sheet.total + writer.written) / 2))
      for await (const row of sheet.rows(file, signal, onRow)) {
        if (row.line.contract_id !== null) named.contracts.add(row.line.contract_id)
        if (row.line.invoice_id !== null) named.invoices.add(row.line.invoice_id)
        const room = writer.add(row)
        if (room) await room
      }
    })
    if (sheet.failed)
      throw new FailedRows({
        ...sheet.result(),
        failed_rows_url: failedRowsLink(context, sheet, file),
        import_code: null,
      })
    await writer.end()
    // At the end, for an import takes long, and nobody shall wait for it to edit a contract.
    if (!(await lockChecked(tx, project.id, named.contracts, named.invoices)))
      throw new ChangedMeanwhile('a contract or an invoice of the spreadsheet changed')
    report(sheet.total, sheet.total)
    await tx
      .updateTable('imports')
      .set({ total: sheet.total })
      .where('project_id', '=', project.id)
      .where('id', '=', claim.id)
      .execute()
    await audit(tx, context, {
      action: 'import',
      resource: 'cost_execution',
      code: claim.code,
      label: file.fileName,
      after: { file_name: file.fileName, rows: sheet.total, payments: sheet.payments },
    })
  } catch (error) {
    await writer.abandon()
    throw error
  }
  return { ...sheet.result(), failed_rows_url: null, import_code: claim.code }
}

/**
 * This import, or null when the file was imported before: the row makes a second request wait for the first. Throws what the guard would,
 * were the request to come now: there was a wait for a slot, and here for another import, and neither has a bound.
 */
async function claimFile(
  tx: Tx,
  context: SheetContext,
  file: SheetFile,
): Promise<{ id: bigint; code: string } | null> {
  const { project, services } = context
  // Held until the commit: nobody archives or deletes the project between the look below and our write.
  const state = await tx
    .selectFrom('projects')
    .select('deleted_at')
    .where('id', '=', project.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!state || state.deleted_at) throw new Failure('noProject')
  const row = await tx
    .insertInto('imports')
    .values({
      project_id: project.id,
      code: newCode(),
      resource: 'cost_execution',
      attachment_id: file.id,
      total: 0,
      creator_id: context.userId,
      created_at: context.now,
    })
    .onConflict((oc) => oc.constraint('imports_attachment').doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst()
  await checkStill(tx, context, IMPORT_ACCESS, services.clock())
  return row ?? null
}

/** What was answered when the file was imported. */
async function firstResult(tx: Tx, context: SheetContext, fileId: bigint): Promise<ImportResult> {
  const { code, total } = await tx
    .selectFrom('imports')
    .select(['code', 'total'])
    .where('project_id', '=', context.project.id)
    .where('attachment_id', '=', fileId)
    .where('resource', '=', 'cost_execution')
    .executeTakeFirstOrThrow()
  return { status: 'succeeded', error_items: [], total, bad: 0, failed_rows_url: null, import_code: code }
}
