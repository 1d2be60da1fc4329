import type { PaymentRequestFilters } from '@pianzhang/contract/payment-requests'
import { type RawBuilder, sql } from 'kysely'
import { findPayee } from '../../base/payees/find.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { projectHas } from '../../platform/features.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { isStranded, type People, peopleOf, standsFor, type Waiting } from './people.ts'

/** Who reads requests, and where. */
export type Reader = Pick<ProjectContext, 'companyId' | 'userId' | 'now'> & { project: { id: bigint } }

/** SQL condition on request `r`: it waits for this person, also as a deputy, or as the super administrator for want of anybody else. */
export async function waitsFor(
  db: Db | Tx,
  { userId, project }: Reader,
  people: People,
): Promise<RawBuilder<unknown>> {
  const whom = standsFor(people, userId).map(
    ({ id, codes }) =>
      sql`(r.waits && ${codes}::text[] and not r.blocked && ${[...new Set([id, userId])]}::bigint[])`,
  )
  const stranded: Waiting[] = []
  if (people.approvers.some(({ id, isSuper }) => isSuper && id === userId)) {
    const { rows } = await sql<Waiting>`
      select distinct r.waits, r.blocked from payment_requests r where r.project_id = ${project.id} and r.state = 'pending'`.execute(
      db,
    )
    stranded.push(...rows.filter((row) => isStranded(people, row)))
  }
  if (stranded.length > 0)
    whom.push(sql`exists (select 1 from jsonb_to_recordset(${jsonFor(stranded)}::jsonb) as n(waits text[], blocked bigint[])
      where n.waits = r.waits and n.blocked = r.blocked)`)
  if (whom.length === 0) return sql`false`
  return sql`r.state = 'pending' and (${sql.join(whom, sql` or `)})`
}

/** The filters as an SQL condition on request `r`. A draft is seen by its author alone. */
export async function conditions(
  db: Db | Tx,
  reader: Reader,
  filters: PaymentRequestFilters,
  people?: People,
): Promise<RawBuilder<unknown>> {
  const { project, userId, companyId } = reader
  const { tab, states, keywords, start_at, end_at, payee_code, codes } = filters
  const where: Conditions = [
    sql`r.project_id = ${project.id} and (r.state <> 'draft' or r.creator_id = ${userId})`,
  ]
  if (tab === 'waiting') where.push(await waitsFor(db, reader, people ?? (await peopleOf(db, reader))))
  if (tab === 'mine') where.push(sql`r.creator_id = ${userId}`)
  if (tab === 'handled')
    where.push(sql`r.id in (select a.request_id from payment_request_acts a
      where a.project_id = ${project.id} and a.user_id = ${userId} and a.act in ('approve', 'reject'))`)
  if (states.length > 0) where.push(sql`r.state = any(${states}::text[])`)
  if (start_at) where.push(sql`r.pay_at >= ${start_at}`)
  if (end_at) where.push(sql`r.pay_at <= ${end_at}`)
  if (codes.length > 0) where.push(sql`r.code = any(${codes}::text[])`)
  // Ignored while the company has no payees, as in other lists.
  if (payee_code !== undefined && (await projectHas(db, project.id, 'payee'))) {
    const payee = await findPayee(db, companyId, payee_code)
    where.push(payee === undefined ? sql`false` : sql`r.payee_id = ${payee}`)
  }
  if (keywords) where.push(contains(keywords, 'r.code', 'r.payer', 'r.summary', 'r.payment_code'))
  return filtered(where)
}
