import { type Fen, yuan } from '@pianzhang/contract/money'
import type { SameDay } from '@pianzhang/contract/same-day'
import { sql } from 'kysely'
import { plannedEachTime } from '../../platform/database/connections/prepared.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { rulesOf } from './stored-rules.ts'

/** Who is paid, on which day, and how much. */
interface Paid {
  /** Null, or while the company has no payees: who is paid is `payer`. */
  payee_id: bigint | null
  payer: string
  pay_at: string
  total: Fen
}
/** A payment that is looked at. `stored`: what it is among the stored ones, as it must not count twice; null: it is not among them. */
interface Paying extends Paid {
  stored: Paid | null
}
/** Whether booked payments and pending requests count. What a write-off of petty cash posted does not, as it is exempt. */
interface Counted {
  payments: boolean
  requests: boolean
}
type Scope = Pick<ProjectContext, 'project' | 'features'>

/**
 * For each of these payments, in their order, what those to the same payee on that day come to where they together reach a band with steps that each of
 * them is below; null: they do not, or it is a refund. Refunds of the day lower the sum, and are not counted. Undefined without rules.
 */
export async function sameDayOf(
  db: Db | Tx,
  scope: Scope,
  paying: readonly Paying[],
  counted: Counted,
): Promise<(SameDay | null)[] | undefined> {
  if (!scope.features.has('approval')) return undefined
  const rules = await rulesOf(db, scope.project.id)
  if (!rules.on) return undefined
  const froms = rules.bands.flatMap(({ from, steps }) => (from > 0n && steps.length > 0 ? from : []))
  const days = await daysOf(db, scope, paying, froms, counted)
  const marked = (one: Paying, from: Fen): SameDay | null => {
    if (one.total <= 0n || one.total >= from) return null
    const payee = payeeOf(scope, one)
    const others = days.get(keyOf({ from, pay_at: one.pay_at, payee })) ?? { count: 0, total: 0n }
    const { stored } = one
    const isIn =
      stored && stored.total < from && stored.pay_at === one.pay_at && payeeOf(scope, stored) === payee
    const count = others.count - (isIn && stored.total > 0n ? 1 : 0)
    const total = others.total - (isIn ? stored.total : 0n) + one.total
    return count > 0 && total >= from
      ? { count: count + 1, total_yuan: yuan(total), from_yuan: yuan(from) }
      : null
  }
  return paying.map((one) => froms.map((from) => marked(one, from)).findLast((mark) => mark !== null) ?? null)
}

/** A payee and day, and the payments below a band. */
interface Group {
  from: Fen
  pay_at: string
  payee: string
}
const keyOf = ({ from, pay_at, payee }: Group): string => `${from} ${pay_at} ${payee}`
const payeeOf = ({ features }: Scope, { payee_id, payer }: Paid): string =>
  payee_id !== null && features.has('payee') ? `payee ${payee_id}` : payer

/**
 * The number of stored payments of the days and payees of `paying`, and their sum, by band, day and payee. Grouped once: comparing each payment with all
 * of its day would cost the square of a day with thousands.
 */
async function daysOf(
  db: Db | Tx,
  scope: Scope,
  paying: readonly Paying[],
  froms: readonly Fen[],
  { payments, requests }: Counted,
): Promise<ReadonlyMap<string, { count: number; total: Fen }>> {
  if (froms.length === 0 || paying.length === 0 || !(payments || requests)) return new Map()
  const projectId = scope.project.id
  const [days, payees] = [
    [...new Set(paying.map(({ pay_at }) => pay_at))],
    [...new Set(paying.map((one) => payeeOf(scope, one)))],
  ]
  const asked = (row: 'c' | 'r', total: string) => {
    const [id, payer, day] = [sql.ref(`${row}.payee_id`), sql.ref(`${row}.payer`), sql.ref(`${row}.pay_at`)]
    const payee = scope.features.has('payee') ? sql`coalesce('payee ' || ${id}, ${payer})` : payer
    return {
      columns: sql`${day} as pay_at, ${payee} as payee, ${sql.ref(`${row}.${total}`)} as total`,
      where: sql`${day} = any(${days}::date[]) and ${payee} = any(${payees}::text[])`,
    }
  }
  const [payment, request] = [asked('c', 'pay_amount'), asked('r', 'total')]
  const stored = [
    ...(payments
      ? [
          sql`select ${payment.columns} from payments c where c.project_id = ${projectId} and ${payment.where}
            and not exists (select 1 from petty_cash_payments p where p.project_id = ${projectId} and p.payment_id = c.id)`,
        ]
      : []),
    ...(requests
      ? [
          sql`select ${request.columns} from payment_requests r where r.project_id = ${projectId} and r.state = 'pending' and ${request.where}`,
        ]
      : []),
  ]
  const { rows } = await sql<Group & { count: number; total: Fen }>`
    select b."from", s.pay_at, s.payee, count(*) filter (where s.total > 0)::int4 as count, sum(s.total) as total
    from (${sql.join(stored, sql` union all `)}) s join unnest(${froms}::bigint[]) as b("from") on s.total < b."from"
    group by 1, 2, 3 ${plannedEachTime}`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}
