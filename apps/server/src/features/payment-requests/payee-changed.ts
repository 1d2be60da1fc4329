import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { companyProjects } from '../../base/payees/projects.ts'
import type { PayeeRule } from '../../base/payees/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'

/** Who looks at a pending request sees that its payee is no longer what it was. */
export const REQUESTS_OF_PAYEES: PayeeRule = {
  async renamed(tx, context, payeeId) {
    const projects = await companyProjects(tx, context, today(context.now))
    await payeeChangedIn(
      tx,
      projects.map(({ id }) => id),
      payeeId,
    )
  },
  async moved(tx, projectId, table, ids, into) {
    if (table === 'payment_requests') await payeeChanged(tx, projectId, into, ids)
  },
}

/**
 * Gives the pending requests of a payee, or of `ids` alone, another version, as what was looked at is no longer who is paid. The payee is locked, and
 * requests after it, in the order of ids.
 */
async function payeeChanged(
  tx: Tx,
  projectId: bigint,
  payeeId: bigint,
  ids?: readonly bigint[],
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select r.id from payment_requests r
    where r.project_id = ${projectId} and r.payee_id = ${payeeId} and r.state = 'pending' ${ids ? sql`and r.id = ${anyOf(ids)}` : sql``}
    order by r.id for no key update`.execute(tx)
  if (rows.length === 0) return
  await sql`update payment_requests r set version = r.version + 1, payee_version = r.version + 1
    where r.project_id = ${projectId} and r.id = ${anyOf(rows.map(({ id }) => id))}`.execute(tx)
}

/** The same in all of these projects: one statement finds those that have such requests, which are few. */
async function payeeChangedIn(tx: Tx, projects: readonly bigint[], payeeId: bigint): Promise<void> {
  const { rows } = await sql<{ project_id: bigint }>`
    select distinct r.project_id from payment_requests r
    where r.project_id = ${anyOf(projects)} and r.payee_id = ${payeeId} and r.state = 'pending' order by 1`.execute(
    tx,
  )
  for (const { project_id } of rows) await payeeChanged(tx, project_id, payeeId)
}
