import { markUnlinked } from '../../base/attachments/unlink.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { loadPettyCashDetails, logEntry } from './load.ts'
import { lockOpen } from './lock.ts'
import { voucherFiles } from './vouchers.ts'

/** Deletes all or none, with a log entry for each. Throws 422 if one is written off. */
export async function removePettyCashDetails(
  tx: Tx,
  context: ProjectContext,
  codes: string[],
): Promise<void> {
  const projectId = context.project.id
  const ids = await lockOpen(tx, projectId, codes, '删除')
  const removed = await loadPettyCashDetails(tx, context, codes)
  const files = await voucherFiles.remove(tx, projectId, ids)
  await tx.deleteFrom('petty_cash').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await markUnlinked(tx, projectId, files)
  await audit(tx, context, ...removed.map((detail) => logEntry('delete', { before: detail })))
}
