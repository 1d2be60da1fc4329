import { type Fen, formatYuan } from '@pianzhang/contract/money'
import { changedAccountMark } from '@pianzhang/contract/payee-link'
import type { RequestWarning } from '@pianzhang/contract/payment-requests'
import { sameDayText } from '@pianzhang/contract/same-day'
import { sql } from 'kysely'
import { amountRows } from '../../base/approvals/amount-rows.ts'
import { sameDayOf } from '../../base/approvals/same-day.ts'
import { computedParts, openCash } from '../../base/contracts/commitments.ts'
import { payeeLinks } from '../../base/payees/find.ts'
import { REPEAT_DAYS } from '../../books/payments/duplicates.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { seesBudgets, seesContracts, seesPayments } from './figures.ts'
import { lackingOf } from './missing-invoices.ts'
import { overBudget, overBudgetText } from './over-budget.ts'

/** The columns of a request that warnings depend on. */
interface Asked {
  id: bigint
  state: string
  total: Fen
  pay_at: string
  payer: string
  payee_id: bigint | null
}

/**
 * Why to look twice at requests that are not decided, by the request's id; most urgent first. No body is read, and the number of statements does not depend
 * on how many requests there are. What a warning tells of other records is for those who may read these.
 */
export async function warningsOf(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly Asked[],
): Promise<ReadonlyMap<bigint, RequestWarning[]>> {
  const open = rows.filter(({ state }) => state !== 'approved')
  if (open.length === 0) return new Map()
  const ids = open.map(({ id }) => id)
  const lost = await lostAmong(db, context, ids)
  // Even without its amount the warning would tell what is left of a budget, to whoever asks for several amounts.
  const over = seesBudgets(context) ? await overBudget(db, context, ids) : new Map<bigint, never>()
  const owed = seesContracts(context) ? await beyondContracts(db, context, ids) : new Map<bigint, never>()
  const payees = context.features.has('payee')
    ? await payeeLinks(
        db,
        context,
        open.map(({ payee_id }) => payee_id),
      )
    : new Map<bigint, never>()
  const repeated = await repeatedAmong(db, context, ids)
  const sameDay = await sameDayOf(
    db,
    context,
    open.map((row) => ({ ...row, stored: row.state === 'pending' ? row : null })),
    { payments: seesPayments(context), requests: true },
  )
  const lacking = context.features.has('missing_invoice')
    ? await lackingOf(db, context, open)
    : new Map<bigint, never>()
  return new Map(
    open.map(({ id, payee_id }, index) => {
      const day = sameDay?.[index] ?? null
      const change = payee_id === null ? null : (payees.get(payee_id)?.account_change ?? null)
      const excess = over.get(id)
      const beyond = owed.get(id)
      const warnings: RequestWarning[] = []
      if (lost.has(id)) warnings.push({ kind: 'reference', text: '所选资料已被删除' })
      if (excess !== undefined) warnings.push({ kind: 'over_budget', text: overBudgetText(excess) })
      if (beyond !== undefined) warnings.push({ kind: 'contract', text: beyondText(beyond) })
      if (change) warnings.push({ kind: 'account', text: changedAccountMark(change) })
      if (day) warnings.push({ kind: 'same_day', text: sameDayText(day) })
      if (repeated.has(id)) warnings.push({ kind: 'duplicate', text: '疑似重复付款' })
      const lacks = lacking.get(id) ?? 0
      if (lacks > 0) warnings.push({ kind: 'no_invoice', text: `缺发票 ${lacks} 条` })
      return [id, warnings]
    }),
  )
}

/** Requests that name something which was deleted. Their files are linked to them, so none is. */
async function lostAmong(
  db: Db | Tx,
  { project: { id: projectId }, features }: ProjectContext,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const lacks = (table: string, column: string, named: string) =>
    sql`(${sql.ref(`a.${named}`)} is not null and not exists (select 1 from ${sql.table(table)} t
      where t.project_id = ${projectId} and ${sql.ref(`t.${column}`)} = ${sql.ref(`a.${named}`)}))`
  const { rows } = await sql<{ id: bigint }>`
    select r.id from payment_requests r where r.project_id = ${projectId} and r.id = ${anyOf(ids)} and (
      r.line_count = 0
      or exists (select 1 from ${amountRows} where ${lacks('subjects', 'code', 'subject')} or ${lacks('payment_types', 'id', 'type')}
        or ${lacks('contracts', 'code', 'contract')} ${features.has('payable') ? sql`or ${lacks('contract_instalments', 'code', 'instalment')}` : sql``})
      or exists (select 1 from unnest(r.invoice_codes) as v(code) where not exists (
        select 1 from invoices i where i.project_id = ${projectId} and i.code = v.code)))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface Beyond {
  out_code: string
  excess: bigint
  /** Open petty cash that names the contract, which is paid on it. */
  cash: bigint
}
/** So many contracts are named. */
const NAMED = 2

/** 超过合同未付：HT-1 5,000.00 元（已计入未核销备用金 500.00 元）、HT-2 1,000.00 元 */
const beyondText = (found: readonly Beyond[]): string =>
  `超过合同未付：${found
    .slice(0, NAMED)
    .map(({ out_code, excess, cash }) => {
      // Neither the contract nor the look at it counts this as paid yet.
      const counted = cash === 0n ? '' : `（已计入未核销备用金 ${formatYuan(cash)} 元）`
      return `${out_code} ${formatYuan(excess)} 元${counted}`
    })
    .join('、')}${found.length > NAMED ? ` 等 ${found.length} 份合同` : ''}`

/**
 * By request, the contracts on which it pays more than they still owe with their supplements, as the cost report has it, open petty cash included; the
 * largest excess first. A settled one owes nothing, while the company sees that contracts are settled.
 */
async function beyondContracts(
  db: Db | Tx,
  { project: { id: projectId }, features }: ProjectContext,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Beyond[]>> {
  const cash = openCash(projectId)
  const { rows } = await sql<Beyond & { id: bigint }>`
    with asked as materialized (
      select r.id, k.id as contract_id, coalesce(b.main_id, k.id) as main, sum(a.amount) as amount
      from payment_requests r cross join ${amountRows}
      join contracts k on k.project_id = ${projectId} and k.code = a.contract
      left join contract_supplements b on b.project_id = ${projectId} and b.contract_id = k.id
      where r.project_id = ${projectId} and r.id = ${anyOf(ids)} group by 1, 2, 3),
    ${computedParts(projectId, sql`select q.contract_id as id from asked q`, cash)},
    owed as materialized (select o.main, max(o.due) as due from open o group by 1),
    held as materialized (
      select m.main, sum(l.amount) as amount from member m join (${cash}) l on l.contract_id = m.id group by 1)
    select g.id, m.out_code, g.amount - coalesce(o.due, 0) as excess, coalesce(h.amount, 0) as cash
    from (select q.id, q.main, sum(q.amount) as amount from asked q group by 1, 2) g
    join contracts m on m.project_id = ${projectId} and m.id = g.main
    left join owed o on o.main = g.main
    left join held h on h.main = g.main
    where g.amount > 0 and g.amount > coalesce(o.due, 0) ${features.has('cost_report') ? sql`` : sql`and m.settled_at is null`}
    order by excess desc, m.out_code`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

/**
 * Requests of a payee and total that another request, or a payment of the same week, has too, and those of an instalment that a payment pays or
 * another request would pay. Each rule needs its feature, and what it tells of payments the right to see them.
 */
async function repeatedAmong(
  db: Db | Tx,
  context: ProjectContext,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { project, features } = context
  const projectId = project.id
  const near = sql`between n.pay_at - ${REPEAT_DAYS}::int4 and n.pay_at + ${REPEAT_DAYS}::int4`
  const sees = seesPayments(context)
  const rules = [
    ...(features.has('payee')
      ? [
          sql`exists (select 1 from payment_requests o where o.project_id = ${projectId} and o.payee_id = n.payee_id and o.total = n.total
            and o.state = 'pending' and o.id <> n.id and o.pay_at ${near})`,
          ...(sees
            ? [
                sql`exists (select 1 from payments c where c.project_id = ${projectId} and c.payee_id = n.payee_id
                  and c.pay_amount = n.total and c.pay_at ${near})`,
              ]
            : []),
        ]
      : []),
    ...(features.has('payable')
      ? [
          sql`exists (select 1 from paying m join paying o on o.instalment = m.instalment and o.id <> m.id and o.pending where m.id = n.id)`,
          ...(sees
            ? [
                sql`exists (select 1 from paying m
                  join contract_instalments i on i.project_id = ${projectId} and i.code = m.instalment
                  join payment_lines d on d.project_id = ${projectId} and d.instalment_id = i.id and d.pay_amount > 0
                  where m.id = n.id)`,
              ]
            : []),
        ]
      : []),
  ]
  if (rules.length === 0) return new Set()
  const { rows } = await sql<{ id: bigint }>`
    with paying as materialized (
      select distinct r.id, a.instalment, r.state = 'pending' as pending from payment_requests r cross join ${amountRows}
      where r.project_id = ${projectId} and (r.state = 'pending' or r.id = ${anyOf(ids)}) and a.instalment is not null and a.paying > 0)
    select n.id from payment_requests n
    where n.project_id = ${projectId} and n.id = ${anyOf(ids)} and (${sql.join(rules, sql` or `)})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
