import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { markUnlinked } from '../attachments/unlink.ts'
import { removeAllocations } from './allocated.ts'
import { contractAnswers, loadContracts, logEntry } from './load.ts'
import { lockContracts } from './lock.ts'
import type { ContractRule } from './rule.ts'
import { keepsContract } from './rules.ts'
import { scanFiles } from './scans.ts'
import { usesOf } from './uses.ts'

/**
 * Deletes all or none, with a log entry for each, and what goes with them. Booking a payment or receipt locks the contract:
 * the record is either committed and found here, or its booking finds the contract deleted.
 */
export async function removeContracts(
  tx: Tx,
  context: ProjectContext,
  rules: readonly ContractRule[],
  codes: string[],
): Promise<void> {
  const projectId = context.project.id
  await lockContracts(tx, projectId, codes, 'update')
  const rows = await loadContracts(tx, projectId, codes)
  const ids = rows.map(({ id }) => id)
  const uses = await usesOf(tx, projectId, ids)
  if (uses) throw refused(keepsContract(uses))
  const removed = await contractAnswers(tx, context, rows)
  const files = await scanFiles.remove(tx, projectId, ids)
  for (const { removing } of rules) await removing?.(tx, context, ids)
  await removeAllocations(tx, projectId, ids)
  await tx.deleteFrom('contracts').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await markUnlinked(tx, projectId, files)
  await audit(tx, context, ...removed.map((contract) => logEntry('delete', { before: contract })))
}
