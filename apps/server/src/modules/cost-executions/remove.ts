import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { type BatchInput, codesOf } from '../../platform/batch.ts'
import type { Tx } from '../../platform/database.ts'
import { missing } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { markUnlinked } from '../attachments/unlink.ts'
import { removeLinks } from './link-attachments.ts'
import { type HeaderRow, headerColumns, withLines } from './load.ts'
import { labelOf, snapshot } from './save.ts'

export async function removePayment(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  return await remove(tx, context, [params.code])
}

/** All or nothing: one number that is not there, and nothing is deleted. */
export async function removePayments(tx: Tx, context: ProjectContext, input: BatchInput) {
  return await remove(tx, context, codesOf(input))
}

/** Deletes with one log entry for each; what they were stays in the log. Locked in the order of ids: two batches never cross. */
async function remove(tx: Tx, context: ProjectContext, codes: string[]) {
  const projectId = context.project.id
  const { rows } = await sql<HeaderRow>`select ${headerColumns} from cost_executions c
    where c.project_id = ${projectId} and c.code = any(${codes}) order by c.id for update of c`.execute(tx)
  if (rows.length !== codes.length) throw missing()
  const payments = await withLines(tx, context, rows)
  const ids = rows.map((row) => row.id)
  const files = await removeLinks(tx, projectId, ids)
  await tx
    .deleteFrom('cost_execution_details')
    .where('project_id', '=', projectId)
    .where('cost_execution_id', 'in', ids)
    .execute()
  await tx.deleteFrom('cost_executions').where('project_id', '=', projectId).where('id', 'in', ids).execute()
  await markUnlinked(tx, projectId, context.now, files)
  await audit(
    tx,
    context,
    ...payments.map((payment) => ({
      action: 'delete' as const,
      resource: 'cost_execution',
      code: payment.code,
      label: labelOf(payment),
      before: snapshot(payment),
    })),
  )
  return {}
}
