import type { ImportPreview } from '@pianzhang/contract/imports'
import { yuan } from '@pianzhang/contract/money'
import { checkStill } from '../../../platform/guard.ts'
import type { Report } from '../../../platform/import-stream.ts'
import type { SheetContext } from '../../../platform/sheet-work.ts'
import { loadBook } from './book.ts'
import { PaymentSheet } from './check.ts'
import { failedRowsLink } from './failed-rows.ts'
import { IMPORT_ACCESS } from './import.ts'
import { withProgress, withSheet } from './sheet-file.ts'

/** What the import of this spreadsheet would say, and what it would write. Writes nothing. */
export async function previewPayments(
  context: SheetContext,
  attachmentCode: string,
  report: Report,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { services, project } = context
  // The wait for a slot may have been long.
  await checkStill(services.db, context, IMPORT_ACCESS, services.clock())
  return await withSheet(services, project.id, attachmentCode, async (file) => {
    const sheet = new PaymentSheet(await loadBook(services.db, project.id))
    await withProgress(file, report, signal, async (progress) => {
      for await (const _ of sheet.verdicts(file, signal)) progress(sheet.total)
    })
    return {
      ...sheet.result(),
      failed_rows_url: failedRowsLink(context, sheet, file),
      records: sheet.payments,
      total_amount_yuan: yuan(sheet.amount),
      start_at: sheet.firstDay,
      end_at: sheet.lastDay,
    }
  })
}
