import { type PaymentLine, paymentBody } from '@pianzhang/contract/cost-executions'
import { type Fen, sum } from '@pianzhang/contract/money'
import { changedAccountMark } from '@pianzhang/contract/payee-link'
import type { RequestWarning } from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { invoicesOf } from '../invoices/allocate.ts'
import { payeeLinks } from '../payees/find.ts'
import { figuresOf, leftOf, type Planned, seesBudgets } from './figures.ts'
import { lackingOf } from './lacking.ts'
import { type Excess, overBudgetText } from './over-budget.ts'
import { type NamedRecords, namedIn } from './references.ts'

/** Payments of the same payee and total this many days apart may be one that was entered twice. */
const DAYS = 7

/** The columns of a request that warnings depend on. */
interface Asked {
  id: bigint
  state: string
  body: Record<string, unknown>
  total: Fen
  pay_at: string
  payer: string
  payee_id: bigint | null
}

/** The lines of a stored body; none if a later version refuses it. */
export const linesOf = ({ body }: Pick<Asked, 'body'>): PaymentLine[] => {
  const read = paymentBody.safeParse(body)
  return read.success ? read.data.cost_execution_details : []
}

/** What lines would pay on subjects that still exist. */
export const plannedOf = (lines: readonly PaymentLine[], { subjects, contracts }: NamedRecords): Planned[] =>
  lines.flatMap(({ subject_three_code, contract_code, pay_amount }) => {
    const subject = subjects.get(subject_three_code)
    return subject
      ? [
          {
            subject_id: subject.id,
            contract_id: contracts.get(contract_code ?? '')?.id ?? null,
            amount: pay_amount,
          },
        ]
      : []
  })

/** The ids of the instalments that lines would pay. */
export const instalmentsOf = (lines: readonly PaymentLine[], { instalments }: NamedRecords): bigint[] => [
  ...new Set(
    lines.flatMap(({ instalment_code, pay_amount }) =>
      pay_amount > 0n ? (instalments.get(instalment_code ?? '')?.id ?? []) : [],
    ),
  ),
]

/** Why to look twice at requests that are not decided, by the request's id; most urgent first. */
export async function warningsOf(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly Asked[],
): Promise<ReadonlyMap<bigint, RequestWarning[]>> {
  const open = rows.filter(({ state }) => state !== 'approved')
  if (open.length === 0) return new Map()
  const lines = new Map(open.map((row) => [row.id, linesOf(row)]))
  const named = await namedIn(db, context.project.id, [...lines.values()].flat())
  // Even without its amount the warning would tell what is left of a budget, to whoever asks for several amounts.
  const over = seesBudgets(context)
    ? await overBudget(
        db,
        context,
        open.map(({ id }) => ({ id, planned: plannedOf(lines.get(id) ?? [], named) })),
        named,
      )
    : new Map<bigint, never>()
  const payees = context.features.has('payee')
    ? await payeeLinks(
        db,
        context,
        open.map(({ payee_id }) => payee_id),
      )
    : new Map<bigint, never>()
  const repeated = await repeatedAmong(
    db,
    context,
    open.map((row) => ({ ...row, instalments: instalmentsOf(lines.get(row.id) ?? [], named) })),
  )
  const lacking = await lackingOf(
    db,
    context.project.id,
    open.map(({ id, payer, payee_id, pay_at }) => ({
      ...{ id, payer, payee_id, pay_at },
      lines: lines.get(id) ?? [],
    })),
    named,
  )
  return new Map(
    open.map((row) => {
      const own = lines.get(row.id) ?? []
      const change = row.payee_id === null ? null : (payees.get(row.payee_id)?.account_change ?? null)
      const excess = over.get(row.id)
      const warnings: RequestWarning[] = []
      if (own.length === 0 || own.some((line) => isLost(context, line, named)))
        warnings.push({ kind: 'reference', text: '所选资料已被删除' })
      if (excess !== undefined) warnings.push({ kind: 'over_budget', text: overBudgetText(excess) })
      if (change) warnings.push({ kind: 'account', text: changedAccountMark(change) })
      if (repeated.has(row.id)) warnings.push({ kind: 'duplicate', text: '疑似重复付款' })
      const lacks = lacking.get(row.id) ?? 0
      if (lacks > 0) warnings.push({ kind: 'no_invoice', text: `缺发票 ${lacks} 条` })
      return [row.id, warnings]
    }),
  )
}

/** Whether something that the line names was deleted. */
const isLost = ({ features }: ProjectContext, line: PaymentLine, named: NamedRecords): boolean =>
  !named.subjects.has(line.subject_three_code) ||
  !named.categories.has(line.pay_category_id) ||
  (line.contract_code !== null && !named.contracts.has(line.contract_code)) ||
  (features.has('payable') &&
    line.instalment_code !== null &&
    !named.instalments.has(line.instalment_code)) ||
  invoicesOf(line).some((code) => !named.invoices.has(code)) ||
  line.voucher_attachment_codes.some((code) => !named.files.has(code))

interface Request {
  id: bigint
  planned: readonly Planned[]
}

/**
 * The subjects that requests would take or leave over their budget, each request by itself. Figures are read once for all, with payments of days to
 * come, which the budget has to bear too.
 * What a request pays on a contract is no longer committed: only where the difference matters the report's SQL computes that.
 */
async function overBudget(
  db: Db | Tx,
  context: ProjectContext,
  requests: readonly Request[],
  named: NamedRecords,
): Promise<ReadonlyMap<bigint, Excess[]>> {
  const names = new Map([...named.subjects.values()].map((subject) => [subject.id, subject]))
  const subjects = [
    ...new Set(requests.flatMap(({ planned }) => planned.map(({ subject_id }) => subject_id))),
  ]
  const now = await figuresOf(db, context, subjects)
  const found = new Map<bigint, Excess[]>()
  for (const { id, planned } of requests) {
    const paid = Map.groupBy(planned, ({ subject_id }) => subject_id)
    const after = (subject: bigint) => leftOf(now(subject)) - sum((paid.get(subject) ?? []).map(amountOf))
    if (![...paid.keys()].some((subject) => after(subject) < 0n)) continue
    const exact = planned.some(({ contract_id }) => contract_id !== null)
      ? await figuresOf(db, context, [...paid.keys()], { planned })
      : null
    const left = exact ? (subject: bigint) => leftOf(exact(subject)) : after
    const over = [...paid.keys()].flatMap((subject) => {
      const known = names.get(subject)
      return known && left(subject) < 0n
        ? {
            out_code: known.out_code,
            name: known.name,
            before: -leftOf(now(subject)),
            after: -left(subject),
          }
        : []
    })
    if (over.length > 0) found.set(id, over)
  }
  return found
}

const amountOf = ({ amount }: Planned): Fen => amount

/**
 * Requests of a payee and total that another request, or a payment of the same week, has too, and those of an instalment that a payment pays or
 * another request would pay. Each rule needs its feature.
 */
async function repeatedAmong(
  db: Db | Tx,
  { project: { id: projectId }, features }: ProjectContext,
  rows: readonly (Asked & { instalments: readonly bigint[] })[],
): Promise<ReadonlySet<bigint>> {
  const asked = rows
    .map(({ id, payee_id, total, pay_at, instalments }) => ({
      id,
      payee_id: features.has('payee') ? payee_id : null,
      total,
      pay_at,
      instalments: features.has('payable') ? instalments : [],
    }))
    .filter(({ payee_id, instalments }) => payee_id !== null || instalments.length > 0)
  if (asked.length === 0) return new Set()
  const named = asked.some(({ instalments }) => instalments.length > 0)
  const { rows: found } = await sql<{ id: bigint }>`
    ${named ? pendingInstalments(projectId) : sql``}
    select n.id from jsonb_to_recordset(${jsonFor(asked)}::jsonb)
      as n(id bigint, payee_id bigint, total bigint, pay_at date, instalments bigint[])
    where exists (select 1 from cost_executions c where c.project_id = ${projectId} and c.payee_id = n.payee_id
        and c.pay_amount = n.total and c.pay_at between n.pay_at - ${DAYS}::int4 and n.pay_at + ${DAYS}::int4)
      or exists (select 1 from payment_requests r where r.project_id = ${projectId} and r.payee_id = n.payee_id and r.total = n.total
        and r.state = 'pending' and r.id <> n.id and r.pay_at between n.pay_at - ${DAYS}::int4 and n.pay_at + ${DAYS}::int4)
      ${named ? paysInstalment(projectId) : sql``}`.execute(db)
  return new Set(found.map(({ id }) => id))
}

const pendingInstalments = (projectId: bigint) => sql`
    with pending as materialized (
      select r.id, i.id as instalment_id from payment_requests r
      cross join jsonb_array_elements(r.body -> 'cost_execution_details') as l(line)
      join contract_instalments i on i.project_id = ${projectId} and i.code = l.line ->> 'instalment_code'
      where r.project_id = ${projectId} and r.state = 'pending' and (l.line ->> 'pay_amount')::numeric(20, 2) > 0)`

/** Whether a payment pays, or another request that is `pending` would pay, an instalment of request `n`. */
const paysInstalment = (projectId: bigint) => sql`
      or exists (select 1 from cost_execution_details d
        where d.project_id = ${projectId} and d.instalment_id = any(n.instalments) and d.pay_amount > 0)
      or exists (select 1 from pending p where p.instalment_id = any(n.instalments) and p.id <> n.id)`
