import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { anyOf, type Tx } from '../../../platform/database.ts'
import type { ProjectContext } from '../../../platform/route.ts'

interface PostedDetail {
  id: bigint
  code: string
  payer: string
  pay_amount: bigint
  cost_execution_id: bigint
}

/**
 * Opens the details again that these payments were posted for, with a log entry for each; the history stays. The payments
 * must be locked, and are deleted in the same transaction. Locks the details in the order of their ids.
 */
export async function takeBack(
  tx: Tx,
  context: ProjectContext,
  payments: readonly { id: bigint; code: string }[],
): Promise<void> {
  if (payments.length === 0) return
  const projectId = context.project.id
  const { rows } = await sql<PostedDetail>`
    select i.id, i.code, i.payer, i.pay_amount, p.cost_execution_id from imprest_payments p
    join imprests i on i.project_id = ${projectId} and i.id = p.imprest_id
    where p.project_id = ${projectId} and p.cost_execution_id = any(${payments.map(({ id }) => id)})
    order by i.id for update of i`.execute(tx)
  const ids = rows.map((row) => row.id)
  const numbers = new Map(payments.map(({ id, code }) => [id, code]))
  await tx
    .deleteFrom('imprest_payments')
    .where('project_id', '=', projectId)
    .where('imprest_id', '=', anyOf(ids))
    .execute()
  await tx
    .updateTable('imprests')
    .set({ write_off_id: null, version: sql`version + 1`, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
  await audit(
    tx,
    context,
    ...rows.map((row) => ({
      action: 'update' as const,
      resource: 'imprest' as const,
      code: row.code,
      label: `${row.code} ${row.payer} ${yuan(row.pay_amount)}元`,
      before: { cost_execution_code: numbers.get(row.cost_execution_id) },
      after: { cost_execution_code: null },
    })),
  )
}
