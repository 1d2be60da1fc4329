import { audit } from '../../platform/audit.ts'
import { anyOf, type Tx } from '../../platform/database.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { loadReceipts, logEntry, receiptAnswers } from './load.ts'

/** All or nothing, with one log entry for each. Locked in the order of ids: two batches never cross. */
export async function removeReceipts(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const rows = await loadReceipts(tx, context.project.id, codes, true)
  const removed = await receiptAnswers(tx, context, rows)
  await tx
    .deleteFrom('investment_executions')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((receipt) => logEntry('delete', { before: receipt })))
}
