import type { PendingCosts } from '@pianzhang/contract/cost-report'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { amountRows } from './amount-rows.ts'

/**
 * What requests under way would cost, by subject of any level. None of it is in a figure of a report. Sums by subject are for everybody who reads the
 * report, as commitments are for who may read no contracts; what names a single request, as `pendingByInstalment` does, is for who may read requests.
 */
export async function pendingCosts(db: Db, projectId: bigint): Promise<PendingCosts> {
  const { rows } = await sql<PendingCosts>`
    with line as materialized (
      select r.id, a.subject as code, (a.amount / 100.0)::numeric(20, 2) as amount
      from payment_requests r cross join ${amountRows}
      where r.project_id = ${projectId} and r.state = 'pending'),
    booked as materialized (
      select three.id, three.two_id, three.one_id, sum(l.amount) as amount
      from line l join subjects three on three.project_id = ${projectId} and three.code = l.code group by 1, 2, 3)
    select (select count(distinct l.id)::int4 from line l) as count,
      (select coalesce(sum(l.amount), 0)::numeric(30, 2)::text from line l) as total_yuan,
      (select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'amount_yuan', g.amount::text) order by s.out_code, s.code), '[]') from (
          select u.id, sum(u.amount) as amount from (
            select b.id, b.amount from booked b
            union all select b.two_id, b.amount from booked b
            union all select b.one_id, b.amount from booked b) u
          group by 1) g
        join subjects s on s.project_id = ${projectId} and s.id = g.id) as subjects`.execute(db)
  return rows[0] as PendingCosts
}

/**
 * The numbers of requests under way that would pay these instalments, by the instalment's code; none for who may not read requests (unlike sums
 * of them, see `pendingCosts`), and without the feature. Only pending requests are looked through, which are few.
 */
export async function pendingByInstalment(
  db: Db | Tx,
  { project, features, can }: Pick<ProjectContext, 'project' | 'features' | 'can'>,
  instalments: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (!features.has('approval') || !can('payment_request', 'read') || instalments.length === 0)
    return new Map()
  const { rows } = await sql<{ instalment: string; codes: string[] }>`
    select a.instalment, array_agg(distinct r.code order by r.code) as codes
    from payment_requests r cross join ${amountRows}
    where r.project_id = ${project.id} and r.state = 'pending' and a.instalment = ${anyOf(instalments)} and a.paying > 0 group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ instalment, codes }) => [instalment, codes]))
}
