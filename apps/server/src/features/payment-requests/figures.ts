import { today } from '@pianzhang/contract/calendar'
import { type Fen, yuan } from '@pianzhang/contract/money'
import type { ContractLook } from '@pianzhang/contract/payment-requests'
import { maySeeBudgetsLeft } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { changedParts, commitmentRows } from '../../base/contracts/commitments.ts'
import { paidOn } from '../../base/contracts/load.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { hasLater, laterRows } from '../cost-reports/lines.ts'
import { owedRows } from '../fees/withheld-tax.ts'

/** A subject's budget, cost to date and commitments, in fen. */
export interface Figures {
  budget: Fen
  spent: Fen
  committed: Fen
}

/** An amount that a request would pay. */
export interface Planned {
  subject_id: bigint
  contract_id: bigint | null
  amount: Fen
}

/** Who decides sees what a payment does to budgets, also without the right to read them. */
export const seesBudgets = ({ can }: ProjectContext): boolean =>
  can('payment_approval', 'write') || maySeeBudgetsLeft((model) => can(model, 'read'))
export const seesContracts = ({ can }: ProjectContext): boolean =>
  can('payment_approval', 'write') || can('contract', 'read')
export const seesPayments = ({ can }: ProjectContext): boolean =>
  can('payment_approval', 'write') || can('cost_execution', 'read')

const NONE: Figures = { budget: 0n, spent: 0n, committed: 0n }

/**
 * The day as of which the cost report of today leaves out payments and petty cash; undefined: it has all of them, or the company has no report. Asked
 * beforehand, as the report does, so that most figures come from kept sums alone.
 */
export async function cutOff(
  db: Db | Tx,
  { project, features, now }: ProjectContext,
): Promise<string | undefined> {
  if (!features.has('cost_report')) return undefined
  const asOf = today(now)
  const { rows } = await sql<{
    later: boolean
  }>`select ${hasLater({ projectId: project.id, asOf })} as later`.execute(db)
  return rows[0]?.later ? asOf : undefined
}

/**
 * The figures of subjects with all that is booked, as of `asOf` those that the cost report has, and with `planned` as if it were paid: it is given to the
 * report's SQL as a payment to be left out, of the negative amount. Without the feature `cost_report` nothing is committed.
 */
export async function figuresOf(
  db: Db | Tx,
  { project: { id: projectId }, features }: ProjectContext,
  subjects: readonly bigint[],
  { planned = [], asOf }: { planned?: readonly Planned[]; asOf?: string | undefined } = {},
): Promise<(subject: bigint) => Figures> {
  if (subjects.length === 0) return () => NONE
  const commits = features.has('cost_report')
  const later = planned.length > 0 || asOf !== undefined ? sql`later` : undefined
  const { rows } = await sql<Figures & { subject_id: bigint }>`
    with later as materialized (
      select n.contract_id, n.subject_id, -n.amount as amount
      from jsonb_to_recordset(${jsonFor(planned)}::jsonb) as n(contract_id bigint, subject_id bigint, amount numeric)
      ${asOf === undefined ? sql`` : sql`union all ${laterRows(projectId, asOf)}`})
    ${commits ? sql`, ${changedParts(projectId, later)}` : sql``}
    select f.subject_id, coalesce(sum(f.budget), 0) as budget, coalesce(sum(f.spent), 0) as spent, coalesce(sum(f.committed), 0) as committed
    from (
      select s.key as subject_id, case when s.dimension = 'cost_budget' then s.amount else 0 end as budget,
        case when s.dimension = 'cost_budget' then 0 else s.amount end as spent, 0::numeric as committed
      from ${keptSums(projectId, ['cost_budget', 'subject', 'petty_cash_open'])} and s.key = any(${subjects})
      union all
      select l.subject_id, 0, -l.amount, 0 from later l where l.subject_id = any(${subjects})
      ${commits && features.has('labor_tax') ? sql`union all select o.subject_id, 0, 0, o.amount from (${owedRows(projectId, asOf)}) o where o.subject_id = any(${subjects})` : sql``}
      ${commits ? sql`union all select m.subject_id, 0, 0, m.amount from (${commitmentRows(projectId)}) m where m.subject_id = any(${subjects})` : sql``}) f
    group by 1`.execute(db)
  const found = new Map(
    rows.map(({ subject_id, budget, spent, committed }) => [subject_id, { budget, spent, committed }]),
  )
  return (subject) => found.get(subject) ?? NONE
}

export const leftOf = ({ budget, spent, committed }: Figures): Fen => budget - spent - committed

/** Contracts with their supplements: the whole amount, what was paid, and what the request pays. */
export async function contractLooks(
  db: Db | Tx,
  projectId: bigint,
  paying: ReadonlyMap<bigint, Fen>,
): Promise<ContractLook[]> {
  if (paying.size === 0) return []
  const { rows } = await sql<{
    main: bigint
    code: string
    out_code: string
    customer: string
    amount: Fen
    paid: Fen
    ids: bigint[]
  }>`
    select m.id as main, m.code, m.out_code, m.customer, sum(k.amount) as amount, sum(${paidOn(projectId)}) as paid, array_agg(k.id) as ids
    from (
      select distinct coalesce(b.main_id, c.id) as id from unnest(${[...paying.keys()]}::bigint[]) as c(id)
      left join contract_supplements b on b.project_id = ${projectId} and b.contract_id = c.id) g
    join contracts m on m.project_id = ${projectId} and m.id = g.id
    join contracts k on k.project_id = ${projectId} and (k.id = g.id or k.id in (
      select b.contract_id from contract_supplements b where b.project_id = ${projectId} and b.main_id = g.id))
    group by 1, 2, 3, 4 order by m.out_code`.execute(db)
  return rows.map(({ code, out_code, customer, amount, paid, ids }) => ({
    code,
    out_code,
    customer,
    amount_yuan: yuan(amount),
    paid_yuan: yuan(paid),
    now_yuan: yuan(ids.reduce((sum, id) => sum + (paying.get(id) ?? 0n), 0n)),
  }))
}
