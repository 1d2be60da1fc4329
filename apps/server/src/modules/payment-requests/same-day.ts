import { type Fen, yuan } from '@pianzhang/contract/money'
import type { SameDay } from '@pianzhang/contract/same-day'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { rulesOf } from './stored-rules.ts'

/** A payment, stored or not: its own row does not count twice. */
interface Paying {
  /** Null, or while the company has no payees: who is paid is `payer`. */
  payee_id: bigint | null
  payer: string
  pay_at: string
  total: Fen
  payment?: bigint | null
  request?: bigint | null
}

/**
 * For each of these payments, in their order, what those to the same payee on that day come to where they together reach a band with steps that each of
 * them is below; null: they do not. `payments`, `requests`: whether booked payments and pending requests count beside it. What a write-off of petty cash
 * posted does not, as it is exempt. Undefined without rules.
 */
export async function sameDayOf(
  db: Db | Tx,
  { project: { id: projectId }, features }: Pick<ProjectContext, 'project' | 'features'>,
  paying: readonly Paying[],
  { payments, requests }: { payments: boolean; requests: boolean },
): Promise<(SameDay | null)[] | undefined> {
  if (!features.has('approval')) return undefined
  const rules = await rulesOf(db, projectId)
  if (!rules.on) return undefined
  const froms = rules.bands.flatMap(({ from, steps }) => (from > 0n && steps.length > 0 ? from : []))
  const none = paying.map(() => null)
  if (froms.length === 0 || paying.length === 0 || !(payments || requests)) return none
  const asked = paying.map(({ payment = null, request = null, payee_id, ...one }, at) => ({
    ...{ ...one, at, payment, request },
    payee_id: features.has('payee') ? payee_id : null,
  }))
  const same = (row: 'c' | 'r') => {
    const [payee, payer] = [sql.ref(`${row}.payee_id`), sql.ref(`${row}.payer`)]
    return features.has('payee')
      ? sql`(${payee} = n.payee_id or (n.payee_id is null and ${payee} is null and ${payer} = n.payer))`
      : sql`${payer} = n.payer`
  }
  const others = [
    ...(payments
      ? [
          sql`select n.at, c.pay_amount as total from asked n join cost_executions c on c.project_id = ${projectId} and c.pay_at = n.pay_at
            and c.id is distinct from n.payment and ${same('c')}
            and not exists (select 1 from imprest_payments p where p.project_id = ${projectId} and p.cost_execution_id = c.id)`,
        ]
      : []),
    ...(requests
      ? [
          sql`select n.at, r.total from asked n join payment_requests r on r.project_id = ${projectId} and r.state = 'pending' and r.pay_at = n.pay_at
            and r.id is distinct from n.request and ${same('r')}`,
        ]
      : []),
  ]
  const { rows } = await sql<{ at: number; from: Fen; count: number; total: Fen }>`
    with asked as materialized (select * from jsonb_to_recordset(${jsonFor(asked)}::jsonb)
      as n(at int4, payee_id bigint, payer text, pay_at date, total bigint, payment bigint, request bigint)),
    other as materialized (${sql.join(others, sql` union all `)})
    select distinct on (n.at) n.at, b.from, count(*)::int4 + 1 as count, n.total + sum(o.total) as total
    from asked n
    join unnest(${froms}::bigint[]) as b("from") on n.total < b.from
    join other o on o.at = n.at and o.total < b.from
    group by n.at, n.total, b.from having n.total + sum(o.total) >= b.from
    order by n.at, b.from desc`.execute(db)
  const found = new Map(rows.map(({ at, ...row }) => [at, row]))
  return none.map((_, at) => {
    const row = found.get(at)
    return row ? { count: row.count, total_yuan: yuan(row.total), from_yuan: yuan(row.from) } : null
  })
}
