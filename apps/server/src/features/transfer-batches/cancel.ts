import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { loadBatch, logEntry, readBatch } from './load.ts'

/** Cancels a batch, which frees its payments; what its file said stays. */
export async function cancelBatch(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<TransferBatch> {
  const projectId = context.project.id
  const batch = await loadBatch(tx, projectId, params.code, true)
  if (batch.state === 'cancelled') throw refused(`网银批量文件 ${batch.code} 已作废`)
  const { rows } = await sql<{ code: string }>`update transfer_batch_payments t set payment_id = null
    where t.project_id = ${projectId} and t.batch_id = ${batch.id} returning t.code`.execute(tx)
  await sql`update transfer_batches b set state = 'cancelled', cancelled_at = ${context.now}
    where b.project_id = ${projectId} and b.id = ${batch.id}`.execute(tx)
  const saved = await readBatch(tx, context, params.code)
  await audit(tx, context, logEntry('void', saved, { payments: rows.map(({ code }) => code) }))
  return saved
}
