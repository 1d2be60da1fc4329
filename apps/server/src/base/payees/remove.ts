import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { loadPayees, logEntry, type PayeeRow, payeeAnswers } from './load.ts'
import { announce } from './notices.ts'
import { projectsNaming } from './projects.ts'

/**
 * Deletes payees, all or none; one that a payment, a request, a fee or a contract of any project names stays. Who saves such a record locks the payee: the record
 * is either committed and found here, or its save finds the payee deleted.
 */
export async function removePayees(tx: Tx, context: PersonContext, codes: string[]): Promise<void> {
  const rows = await loadPayees(tx, context, codes, 'close')
  const ids = rows.map(({ id }) => id)
  for (const project of await projectsNaming(tx, context, ids)) {
    const used = await firstUsed(tx, project.id, ids)
    if (used === null) continue
    const name = rows.find(({ id }) => id === used)?.name ?? ''
    // The name of a project that the caller may not enter stays hidden.
    const where = project.visible ? `项目“${project.name}”` : '其他项目'
    throw refused(`收款人 ${name} 已被${where}的付款、付款申请、劳务记录或合同使用，不能删除`)
  }
  const removed = await payeeAnswers(tx, context, rows)
  // Those that were merged into them go as well: nothing names them any more.
  const { rows: merged } = await sql<{ id: bigint }>`select p.id from payees p
    where p.company_id = ${context.companyId} and p.merged_into_id = ${anyOf(ids)} order by p.id for update`.execute(
    tx,
  )
  const gone = [...merged.map(({ id }) => id), ...ids]
  await tx
    .deleteFrom('payee_account_changes')
    .where('company_id', '=', context.companyId)
    .where('payee_id', '=', anyOf(gone))
    .execute()
  await tx
    .deleteFrom('payees')
    .where('company_id', '=', context.companyId)
    .where('id', '=', anyOf(gone))
    .execute()
  await audit(tx, ofCompany(context), ...removed.map((payee) => logEntry('delete', { before: payee })))
  announce(tx, context, 'delete')
}

/** One of these payees that a payment, a request, a fee or a contract of the project names; null: none is named. */
async function firstUsed(tx: Tx, projectId: bigint, ids: readonly PayeeRow['id'][]): Promise<bigint | null> {
  const { rows } = await sql<{ payee_id: bigint }>`
    (select c.payee_id from payments c where c.project_id = ${projectId} and c.payee_id = ${anyOf(ids)} limit 1)
    union all
    (select k.payee_id from contracts k where k.project_id = ${projectId} and k.payee_id = ${anyOf(ids)} limit 1)
    union all
    (select r.payee_id from payment_requests r where r.project_id = ${projectId} and r.payee_id = ${anyOf(ids)} limit 1)
    union all
    (select r.payee_id from fees r where r.project_id = ${projectId} and r.payee_id = ${anyOf(ids)} limit 1)
    limit 1`.execute(tx)
  return rows[0]?.payee_id ?? null
}
