import { type RawBuilder, sql } from 'kysely'
import { changedParts, commitmentRows } from '../../base/contracts/commitments.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { owedRows } from '../fees/withheld-tax.ts'

/** What the report is made of. `later`: whether payments after `asOf` exist, whose amounts are taken off the kept sums. */
export interface Scope {
  projectId: bigint
  asOf: string
  later: boolean
  /** Id of a report that is being issued: 本期 counts from the one before it. */
  before?: bigint
  /** Whether the company has the feature `labor_tax`: what was withheld and is not remitted is committed. */
  withheld: boolean
}

/** A scope with what the company's features add. */
export const scopeOf = async (db: Db | Tx, scope: Omit<Scope, 'withheld'>): Promise<Scope> => ({
  ...scope,
  withheld: await projectHas(db, scope.projectId, 'labor_tax'),
})

/** SQL: whether a payment or an open detail of petty cash has a later day than `asOf`. */
export const hasLater = ({ projectId, asOf }: Pick<Scope, 'projectId' | 'asOf'>): RawBuilder<boolean> => sql`(
  exists (select 1 from payments c where c.project_id = ${projectId} and c.pay_at > ${asOf})
  or exists (select 1 from petty_cash e where e.project_id = ${projectId} and e.write_off_id is null and e.pay_at > ${asOf}))`

/** SELECT (contract_id, subject_id, amount) of payments and open details of petty cash with a later day than `asOf`. */
export const laterRows = (projectId: bigint, asOf: string): RawBuilder<unknown> => sql`
    select d.contract_id, d.subject_id, sum(d.pay_amount) as amount
    from payments c join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id
    where c.project_id = ${projectId} and c.pay_at > ${asOf} group by 1, 2
    union all
    select e.contract_id, e.subject_id, sum(e.pay_amount)
    from petty_cash e where e.project_id = ${projectId} and e.write_off_id is null and e.pay_at > ${asOf} group by 1, 2`

/** A level-three subject of the report, in fen. `id` 0: contracts that are not allocated. */
export interface Line {
  id: bigint
  code: string
  out_code: string
  name: string
  one_id: bigint
  two_id: bigint
  original: bigint | null
  budget: bigint
  period: bigint
  spent: bigint
  committed: bigint
  etc: bigint
  mode: 'auto' | 'etc' | 'efc'
  typed: bigint | null
  remark: string
  version: number
  moved: bigint
}

/**
 * CTEs. `last`: the report from which 本期 counts; `locked`: the locked version of the budget; `line`: a `Line` for each level-three subject
 * with any figure, and for contracts that are not allocated. Budget, cost and commitments come from sums that are kept, so that no payment is read.
 * `etc` is the rule of `toComplete` in the API schemas.
 */
export const reportLines = ({ projectId, asOf, later, before, withheld }: Scope): RawBuilder<unknown> => sql`
  ${later ? sql`later as materialized (${laterRows(projectId, asOf)}),` : sql``}
  ${changedParts(projectId, later ? sql`later` : undefined)},
  last as materialized (
    select r.id, r.code, r.no, r.as_of from cost_reports r
    where r.project_id = ${projectId} and r.as_of <= ${asOf} ${before === undefined ? sql`` : sql`and r.id <> ${before}`}
    order by r.no desc limit 1),
  locked as materialized (
    select v.id, v.code, v.name from budget_versions v where v.project_id = ${projectId} and v.unlocked_at is null),
  figure as (
    select s.key as subject_id, case when s.dimension = 'cost_budget' then s.amount else 0 end as budget,
      case when s.dimension = 'cost_budget' then 0 else s.amount end as spent, 0::numeric as committed, 0::numeric as prior,
      null::numeric as original
    from ${keptSums(projectId, ['cost_budget', 'subject', 'petty_cash_open'])}
    union all
    select m.subject_id, 0, 0, m.amount, 0, null from (${commitmentRows(projectId)}) m
    ${withheld ? sql`union all select o.subject_id, 0, 0, o.amount, 0, null from (${owedRows(projectId, later ? asOf : undefined)}) o` : sql``}
    union all
    select coalesce(w.subject_id, 0), 0, 0, 0, w.spent, null
    from cost_report_rows w where w.project_id = ${projectId} and w.report_id = (select last.id from last)
    union all
    select o.subject_id, 0, 0, 0, 0, o.amount
    from budget_version_rows o where o.project_id = ${projectId} and o.version_id = (select locked.id from locked)
    union all
    select e.subject_id, 0, 0, 0, 0, null from cost_estimates e where e.project_id = ${projectId}
    ${later ? sql`union all select l.subject_id, 0, -l.amount, 0, 0, null from later l` : sql``}),
  added as materialized (
    select f.subject_id, sum(f.budget) as budget, sum(f.spent) as spent, sum(f.committed) as committed, sum(f.prior) as prior,
      sum(f.original) as original
    from figure f group by 1),
  line as materialized (
    select a.subject_id as id, coalesce(three.code, '') as code, coalesce(three.out_code, '') as out_code,
      coalesce(three.name, '') as name, three.one_id, three.two_id,
      case when exists (select 1 from locked) then coalesce(a.original, 0) end as original,
      a.budget, a.spent - a.prior as period, a.spent, a.committed,
      case when a.subject_id = 0 then 0
        when e.mode = 'etc' then e.amount
        when e.mode = 'efc' then greatest(0, e.amount - a.spent - a.committed)
        else greatest(0, least(a.budget, a.budget - a.spent - a.committed)) end as etc,
      coalesce(e.mode, 'auto') as mode, e.amount as typed, coalesce(e.remark, '') as remark, coalesce(e.version, 0) as version,
      case when e.mode in ('etc', 'efc') then a.spent + a.committed - e.base else 0 end as moved
    from added a
    left join subjects three on three.project_id = ${projectId} and three.id = a.subject_id
    left join cost_estimates e on e.project_id = ${projectId} and e.subject_id = a.subject_id
    where a.budget <> 0 or a.spent <> 0 or a.committed <> 0 or a.prior <> 0 or coalesce(a.original, 0) <> 0 or e.subject_id is not null)`
