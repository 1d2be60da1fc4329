import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { loadReceipts, logEntry, receiptAnswers } from './load.ts'

/** Deletes all or none, with a log entry for each. Locks in the order of ids, so that batches cannot deadlock. */
export async function removeReceipts(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const rows = await loadReceipts(tx, context.project.id, codes, true)
  const removed = await receiptAnswers(tx, context, rows)
  await tx
    .deleteFrom('receipts')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((receipt) => logEntry('delete', { before: receipt })))
}
