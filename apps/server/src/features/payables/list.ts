import { today } from '@pianzhang/contract/calendar'
import { sum, yuan } from '@pianzhang/contract/money'
import {
  BUCKETS,
  type Bucket,
  bucketOf,
  type Payable,
  type PayableList,
  type PayableQuery,
  statusOf,
} from '@pianzhang/contract/payables'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { type RawBuilder, sql } from 'kysely'
import { pendingByInstalment } from '../../base/approvals/pending-costs.ts'
import { payeeFields } from '../../base/payees/find.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import {
  bucketSql,
  conditions,
  dayRows,
  dueWithin,
  type Filters,
  freshRows,
  narrows,
  type PayeeScope,
  partySql,
  restRows,
  unfolded,
  withPayees,
} from './filters.ts'
import { canOf } from './plan.ts'
import { type Fresh, withFresh } from './stored-instalments.ts'

/** A row as JSON of the statement; amounts are fen as text, as JSON numbers are floats. */
export interface PayableRow {
  code: string
  version: number
  seq: number
  title: string
  kind: 'date' | 'milestone'
  due_at: string | null
  amount: string
  rest: string
  customer: string
  /** 0: none. */
  payee_id: string
  contract_code: string
  contract_number: string
}

interface Found {
  items: PayableRow[]
  groups: { customer: string; payee_id: string; count: number; rest: string }[]
  buckets: { bucket: Bucket | 'unscheduled'; count: number; rest: string }[]
  unscheduled: string
}

/** By due day, or by payee, or by contract party where there is none; of rows `r` or `p`. */
export const orderOf = (
  order: PayableQuery['order'],
  row: 'r' | 'p',
  hasPayees: boolean,
): RawBuilder<unknown> => {
  const [due, customer, id] = ['due_at', 'customer', 'instalment_id'].map((name) => sql.ref(`${row}.${name}`))
  if (order === 'due') return sql`${due}, ${customer}, ${id}`
  return hasPayees
    ? sql`${sql.ref(`${row}.payee_id`)}, ${partySql(row)}, ${due}, ${id}`
    : sql`${customer}, ${due}, ${id}`
}

export const COLUMNS = sql`r.contract_id, r.instalment_id, r.due_at, r.customer, r.payee_id, r.rest`

/** FROM of rows `p` with their instalments `i` and contracts `k`. */
export const withNames = (projectId: bigint): RawBuilder<unknown> => sql`
  join contract_instalments i on i.project_id = ${projectId} and i.id = p.instalment_id
  join contracts k on k.project_id = ${projectId} and k.id = p.contract_id`

/** Page, sums and groups in one statement, so that all are of one moment. */
async function find(
  tx: Tx,
  { projectId, hasPayees }: PayeeScope,
  query: PayableQuery & Filters,
  fresh: Fresh,
  day: string,
): Promise<Found> {
  const { page, per_page, order } = query
  const incoming = query.direction === 'in'
  const where = conditions(projectId, query, day)
  const beforeBuckets = conditions(projectId, { ...query, bucket: undefined }, day)
  const onPages = order === 'due' ? sql`${where} and ${unfolded(query.folded, day)}` : where
  const offset = (page - 1) * per_page
  const [group, sameGroup] = hasPayees
    ? [
        sql`p.payee_id, ${partySql('p')} as customer`,
        sql`r.payee_id = c.payee_id and ${partySql('r')} = c.customer`,
      ]
    : [sql`0 as payee_id, p.customer`, sql`r.customer = c.customer`]
  const parts = narrows(query)
    ? restRows(projectId, fresh, sql`r.due_at, r.rest as amount, 1 as entries`, beforeBuckets)
    : dayRows(
        projectId,
        fresh,
        sql`d.incoming = ${incoming} and d.due_at > '-infinity' and ${dueWithin(query, 'd')}`,
      )
  const { rows } = await sql<Found>`
    with ${fresh.contracts.length > 0 ? sql`${freshRows(fresh)},` : sql``}
    page as materialized (
      select p.* from (
        ${restRows(projectId, fresh, COLUMNS, onPages, sql`order by ${orderOf(order, 'r', hasPayees)} limit ${offset + per_page}`)}) p
      order by ${orderOf(order, 'p', hasPayees)} limit ${per_page} offset ${offset})
    select
      (select coalesce(jsonb_agg(jsonb_build_object('code', i.code, 'version', i.version, 'seq', i.seq, 'title', i.title, 'kind', i.kind,
          'due_at', i.due_at, 'amount', i.amount::text, 'rest', p.rest::text, 'customer', p.customer, 'payee_id', p.payee_id::text, 'contract_code', k.code,
          'contract_number', k.out_code) order by ${orderOf(order, 'p', hasPayees)}), '[]')
        from page p ${withNames(projectId)}) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('customer', c.customer, 'payee_id', c.payee_id::text, 'count', g.count, 'rest', g.rest::text)
          order by c.payee_id, c.customer), '[]')
        from (select distinct ${group} from page p) c
        cross join lateral (
          select count(*) as count, sum(u.rest) as rest
          from (${restRows(projectId, fresh, sql`r.rest`, sql`${where} and ${sameGroup}`)}) u) g) as groups,
      (select coalesce(jsonb_agg(jsonb_build_object('bucket', b.bucket, 'count', b.count, 'rest', b.rest::text)), '[]')
        from (select ${bucketSql(day)} as bucket, sum(u.entries) as count, sum(u.amount) as rest from (${parts}) u group by 1) b
        where b.count <> 0) as buckets,
      (select coalesce(sum(u.amount), 0)::text
        from (${dayRows(projectId, fresh, sql`d.incoming = ${incoming} and d.due_at = '-infinity'`)}) u) as unscheduled`.execute(
    tx,
  )
  return rows[0] as Found
}

/** Instalments that are not paid up: a page, the sums of all six buckets, and of the page's payees. */
export async function listPayables(
  _db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PayableQuery, unknown>,
): Promise<PayableList> {
  const { project, services, now } = context
  const day = today(now)
  const scope = {
    projectId: project.id,
    companyId: context.companyId,
    hasPayees: context.features.has('payee'),
  }
  const [found, payeeOf, requests] = await withFresh(services, project.id, async (tx, fresh) => {
    const rows = await find(tx, scope, await withPayees(tx, scope, query, fresh), fresh, day)
    const pending = await pendingByInstalment(
      tx,
      context,
      rows.items.map(({ code }) => code),
    )
    return [rows, await payeesOf(tx, context, rows.items), pending] as const
  })
  const buckets = BUCKETS.map(({ code }) => {
    const own = found.buckets.find(({ bucket }) => bucket === code)
    return { bucket: code, count: own?.count ?? 0, rest: BigInt(own?.rest ?? 0) }
  })
  const shown = buckets.filter(({ bucket }) => query.bucket === undefined || bucket === query.bucket)
  const folded = query.order === 'due' ? query.folded : []
  return {
    items: found.items.map((row) => ({
      ...payableAnswer(row, day, query.direction, payeeOf(row)),
      requests: requests.get(row.code) ?? [],
    })),
    shownTotal: shown.reduce((count, one) => count + (folded.includes(one.bucket) ? 0 : one.count), 0),
    listTotal: shown.reduce((count, bucket) => count + bucket.count, 0),
    total_yuan: yuan(sum(shown.map(({ rest }) => rest))),
    today: day,
    buckets: buckets.map(({ rest, ...bucket }) => ({ ...bucket, rest_yuan: yuan(rest) })),
    groups: found.groups.map((group) => {
      const payee = payeeOf(group)
      return {
        payee: payee?.name ?? group.customer,
        payee_code: payee?.code ?? null,
        count: group.count,
        rest_yuan: yuan(BigInt(group.rest)),
      }
    }),
    unscheduled_yuan: yuan(BigInt(found.unscheduled)),
    can: {
      write: canOf(context).write,
      pay: canOf(context).write && mayNow(context, 'cost_execution', 'write'),
    },
  }
}

/** The payees of rows by their id; null: the contract names none, or the company has the feature off. */
async function payeesOf(
  tx: Tx,
  context: ProjectContext,
  rows: readonly PayableRow[],
): Promise<(row: { payee_id: string }) => PayeeLink | null> {
  if (!context.features.has('payee')) return () => null
  const named = ({ payee_id }: { payee_id: string }) => ({
    payee_id: payee_id === '0' ? null : BigInt(payee_id),
  })
  const payeeOf = await payeeFields(tx, context, rows.map(named))
  return (row) => payeeOf(named(row)).payee
}

/** `payee`: of the contract. */
export function payableAnswer(
  row: PayableRow,
  day: string,
  direction: 'in' | 'out',
  payee: PayeeLink | null,
): Omit<Payable, 'requests'> {
  const amount = BigInt(row.amount)
  const rest = BigInt(row.rest)
  const { state, text } = statusOf({ paid: amount - rest, rest, due: row.due_at }, day, direction)
  return {
    code: row.code,
    version: row.version,
    seq: row.seq,
    title: row.title,
    kind: row.kind,
    due_at: row.due_at,
    amount_yuan: yuan(amount),
    paid_yuan: yuan(amount - rest),
    rest_yuan: yuan(rest),
    state,
    status: text,
    bucket: bucketOf(row.due_at, day),
    payee: payee?.name ?? row.customer,
    customer: row.customer,
    payee_link: payee,
    contract: { code: row.contract_code, out_code: row.contract_number },
  }
}
