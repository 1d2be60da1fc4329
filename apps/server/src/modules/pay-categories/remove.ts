import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { refused } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { lockPayCategory } from './load.ts'

/** So many payments are named; of more only that there are. */
const NAMED = 3

/** Deletes a type that no payment uses. The lock waits for payments that are being written with it, and they wait for us. */
export async function removePayCategory(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ id: string }, unknown, unknown>,
) {
  const projectId = context.project.id
  const row = await lockPayCategory(tx, projectId, params.id)
  const { rows: uses } = await sql<{ code: string }>`select distinct c.code from cost_execution_details d
    join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
    where d.project_id = ${projectId} and d.pay_category_id = ${row.id} order by c.code limit ${NAMED + 1}`.execute(
    tx,
  )
  if (uses.length > 0) {
    const named = uses.slice(0, NAMED).map((use) => use.code)
    const more = uses.length > NAMED ? ' 等' : ''
    throw refused(`付款类型 ${row.name} 已被付款 ${named.join('、')}${more} 使用，不能删除`)
  }
  await tx.deleteFrom('pay_categories').where('project_id', '=', projectId).where('id', '=', row.id).execute()
  await audit(tx, context, {
    action: 'delete',
    resource: 'pay_category',
    code: String(row.id),
    label: row.name,
    before: { name: row.name },
  })
  return {}
}
