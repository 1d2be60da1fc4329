import { yuan } from '@pianzhang/contract/money'
import type {
  PaymentRequestList,
  PaymentRequestQuery,
  RequestCounts,
} from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, waitsFor } from './filters.ts'
import { listedColumns, requestItems } from './load.ts'
import { peopleOf } from './people.ts'

/** A page of requests, newest first, and the sum of those that match. */
export async function listRequests(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PaymentRequestQuery, unknown>,
): Promise<PaymentRequestList> {
  const people = await peopleOf(db, context)
  const where = await conditions(db, context, query, people)
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: listedColumns,
      from: sql`payment_requests r where ${where}`,
      order: sql`r.id desc`,
      sums: sql<{ total_amount: bigint }>`coalesce(sum(r.total), 0) as total_amount`,
    },
    query,
  )
  return {
    items: await requestItems(db, context, rows, people),
    listTotal: count,
    total_amount_yuan: yuan(sums.total_amount),
    can: {
      write: mayNow(context, 'payment_request', 'write'),
      approve: mayNow(context, 'payment_approval', 'write'),
    },
  }
}

/** How many requests wait for the caller, and how many of the caller's own were sent back. */
export async function countRequests(db: Db, context: ProjectContext): Promise<RequestCounts> {
  const projectId = context.project.id
  const waiting = context.can('payment_approval', 'write')
    ? await waitsFor(db, context, await peopleOf(db, context))
    : sql`false`
  const { rows } = await sql<RequestCounts>`select
    (select count(*)::int4 from payment_requests r where r.project_id = ${projectId} and r.state = 'pending' and ${waiting}) as waiting,
    (select count(*)::int4 from payment_requests r
      where r.project_id = ${projectId} and r.creator_id = ${context.userId} and r.state = 'rejected') as returned`.execute(
    db,
  )
  return rows[0] as RequestCounts
}

const REASONS = 8
/** The reasons for which the caller rejected lately, each once. */
export async function listReasons(db: Db, { project, userId }: ProjectContext): Promise<{ items: string[] }> {
  const { rows } = await sql<{ reason: string }>`
    select a.reason from payment_request_acts a
    where a.project_id = ${project.id} and a.user_id = ${userId} and a.act = 'reject'
    group by a.reason order by max(a.id) desc limit ${sql.lit(REASONS)}`.execute(db)
  return { items: rows.map(({ reason }) => reason) }
}
