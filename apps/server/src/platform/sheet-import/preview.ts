import type { ImportPreview } from '@pianzhang/contract/imports'
import { yuan } from '@pianzhang/contract/money'
import { inSlice } from '../database/connections/background.ts'
import { onOneConnection } from '../database/database.ts'
import type { JobContext } from '../files/file-jobs.ts'
import type { Report } from '../files/import-stream.ts'
import { checkStill } from '../http/guard.ts'
import { SheetCheck } from './check.ts'
import { importedBefore } from './earlier-imports.ts'
import { failedRowsLink } from './failed-rows.ts'
import { withProgress, withSheet } from './file.ts'
import { columnsIn, type LedgerSheet } from './ledger.ts'
import { AlikeRows } from './repetitions.ts'

/** What importing this spreadsheet would answer and write. Writes nothing. */
export async function previewSheet<K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
  context: JobContext,
  attachmentCode: string,
  report: Report,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { services, project } = context
  // Checked again, as the wait for a slot may have been long.
  await checkStill(services.db, context, ledger.access, services.clock())
  return await withSheet(services, project.id, attachmentCode, async (file) => {
    const check = new SheetCheck(
      await columnsIn(ledger, services.db, project.id),
      await ledger.loadRules(services.db, project.id),
    )
    const rows = new AlikeRows(ledger.alike)
    await withProgress(file, report, signal, async (progress) => {
      for await (const { row, checked } of check.verdicts(file, signal)) {
        if (checked.row && !check.failed) rows.add(checked.row, row.line)
        progress(check.total)
      }
    })
    const notices = await importedBefore(services.db, ledger, context, file)
    // A file with mistakes cannot be imported. On a connection of low priority: a hundred thousand rows are compared with a million records.
    const repeated = check.failed
      ? []
      : await onOneConnection(services.imports, signal, (db, client) =>
          rows.repeated(db, project.id, (run) => {
            signal.throwIfAborted()
            return inSlice(client, run)
          }),
        )
    for (const { text, codes } of repeated) notices.push({ text, show: codes.length > 0 ? { codes } : null })
    return {
      ...check.result(),
      failed_rows_url: failedRowsLink(ledger, context, check, file),
      records: check.records,
      total_amount_yuan: yuan(check.amount),
      start_at: check.firstDay,
      end_at: check.lastDay,
      warnings: notices.map(({ text }) => text),
      notices,
      notes: await check.notes(file, signal),
    }
  })
}
