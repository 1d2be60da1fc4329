import { CONTRACT_CATEGORIES } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { refreshQueue } from '../../platform/database/refresh-queue.ts'

// Commitments: what is still to be paid on contracts, by subject. Of each unsettled contract of outgoing money with its supplement, R = amounts −
// paid, at least 0; open petty cash that names a contract is paid on it. A subject has what is allocated to it − what was paid on it, at least 0; if these come to more than R, the excess is taken
// off the largest (of equal ones off the lowest number first). What R exceeds them by is not allocated: subject 0. So the parts come to R.

const OUTGOING = sql.join(
  CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'out').map(({ code }) => sql.lit(Number(code))),
)

/** SELECT of the ids of contracts whose kept parts are out of date. */
const CHANGED = (projectId: bigint) => sql`
  select c.key as id from sum_changes c where c.project_id = ${projectId} and c.dimension = 'contract'
  union
  select q.contract_id from commitment_changes q where q.project_id = ${projectId}`

/** SELECT (contract_id, subject_id, amount) of open details of petty cash that name a contract. */
export const openCash = (
  projectId: bigint,
): RawBuilder<{ contract_id: bigint; subject_id: bigint; amount: bigint }> => sql`
  select e.contract_id, e.subject_id, e.pay_amount as amount from petty_cash e
  where e.project_id = ${projectId} and e.write_off_id is null and e.contract_id is not null`

/**
 * CTEs. `dirty`: the contracts of `changed`; `pair`: the ids under which their parts are kept, which are those of contracts that are no supplement;
 * `computed` (main, subject_id, amount): the parts of these pairs now. `also`: a SELECT (contract_id, subject_id, amount) that counts beside the payments:
 * open petty cash as paid, and payments later than the report's day with their negative amount, so that they cancel out.
 * The parts are added up instead of joined: without statistics the planner takes each CTE for a handful of rows, and joins two by a loop.
 */
export const computedParts = (
  projectId: bigint,
  changed: RawBuilder<unknown>,
  also?: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  dirty as materialized (${changed}),
  pair as materialized (
    select distinct coalesce(b.main_id, d.id) as id
    from dirty d left join contract_supplements b on b.project_id = ${projectId} and b.contract_id = d.id),
  member as materialized (
    select p.id as main, k.id, k.amount
    from pair p join contracts k on k.project_id = ${projectId} and k.id = p.id
    where k.settled_at is null and k.category in (${OUTGOING})
    union all
    select p.id, k.id, k.amount
    from pair p
    join contracts m on m.project_id = ${projectId} and m.id = p.id and m.settled_at is null
    join contract_supplements b on b.project_id = ${projectId} and b.main_id = p.id and b.is_supplement
    join contracts k on k.project_id = ${projectId} and k.id = b.contract_id and k.category in (${OUTGOING})),
  part as (
    select x.main, x.subject_id, sum(x.amount) as amount, sum(x.allocated) as allocated, sum(x.paid) as paid from (
      select m.main, 0::bigint as subject_id, m.amount, 0::numeric as allocated, 0::numeric as paid from member m
      union all
      select m.main, a.subject_id, 0, a.amount, 0
      from member m join contract_allocations a on a.project_id = ${projectId} and a.contract_id = m.id
      union all
      select m.main, t.subject_id, 0, 0, t.amount
      from member m join contract_subject_totals t on t.project_id = ${projectId} and t.contract_id = m.id
      union all
      select m.main, c.subject_id, 0, 0, c.amount
      from member m join sum_changes c on c.project_id = ${projectId} and c.dimension = 'contract' and c.key = m.id
      where c.subject_id <> 0
      ${also ? sql`union all select m.main, l.subject_id, 0, 0, l.amount from member m join (${also}) l on l.contract_id = m.id` : sql``}) x
    group by 1, 2),
  open as (
    select o.main, o.subject_id, greatest(0, case when o.allocated <> 0 then o.allocated - o.paid else 0 end) as rest,
      greatest(0, sum(o.amount) over of_main - sum(o.paid) over of_main) as due
    from part o window of_main as (partition by o.main)),
  sized as (
    select o.main, o.subject_id, o.rest, o.due, sum(o.rest) over (partition by o.main) as wanted from open o),
  computed as materialized (
    select z.main, z.subject_id, z.rest - least(z.rest, greatest(0, greatest(0, z.wanted - z.due) - z.before)) as amount
    from (
      select s.main, s.subject_id, s.rest, s.due, s.wanted, coalesce(sum(s.rest) over (
        partition by s.main order by s.rest desc, n.out_code rows between unbounded preceding and 1 preceding), 0) as before
      from sized s join subjects n on n.project_id = ${projectId} and n.id = s.subject_id
      where s.rest > 0) z
    where z.rest > greatest(0, greatest(0, z.wanted - z.due) - z.before)
    union all
    select s.main, 0, s.due - s.wanted from sized s where s.subject_id = 0 and s.due > s.wanted)`

/**
 * CTEs as `computedParts`, of the contracts that have changed since the last refresh, of those with open petty cash, which the kept parts leave out, and
 * of those in `later`: a CTE (contract_id, subject_id, amount) of payments and petty cash that do not count.
 */
export const changedParts = (projectId: bigint, later?: RawBuilder<unknown>): RawBuilder<unknown> => {
  const cash = openCash(projectId)
  return computedParts(
    projectId,
    sql`${CHANGED(projectId)} union select c.contract_id from (${cash}) c
      ${later ? sql`union select l.contract_id from ${later} l where l.contract_id is not null` : sql``}`,
    later ? sql`${cash} union all select l.contract_id, l.subject_id, -l.amount from ${later} l` : cash,
  )
}

/** SQL condition on a row `p` of `contract_commitments`, beside the CTEs of `changedParts`: its pair has been computed anew. */
const isReplaced = sql`p.contract_id in (select d.id from dirty d union all select r.id from pair r)`

/** Rows (subject_id, amount) that add up to the commitments of each subject, beside the CTEs of `changedParts`. */
export const commitmentRows = (projectId: bigint): RawBuilder<{ subject_id: bigint; amount: bigint }> => sql`
  select t.subject_id, t.amount from commitment_totals t where t.project_id = ${projectId}
  union all
  select x.subject_id, x.amount from computed x
  union all
  select p.subject_id, -p.amount from contract_commitments p where p.project_id = ${projectId} and ${isReplaced}`

/** SELECT of the ids (of contracts that are no supplement) of pairs with a rest that is not allocated, beside the CTEs of `changedParts`. */
export const unallocatedPairs = (projectId: bigint): RawBuilder<{ id: bigint }> => sql`
  select x.main as id from computed x where x.subject_id = 0
  union all
  select p.contract_id from contract_commitments p
  where p.project_id = ${projectId} and p.subject_id = 0 and not (${isReplaced})`

/** SELECT (main, amount) of what the pairs of `mains`, a SELECT of ids, still owe, beside the CTEs of `changedParts`; owing nothing they may have no row. */
export const restRows = (
  projectId: bigint,
  mains: RawBuilder<unknown>,
): RawBuilder<{ main: bigint; amount: bigint }> => sql`
  select u.main, sum(u.amount) as amount from (
    select x.main, x.amount from computed x where x.main in (${mains})
    union all
    select p.contract_id, p.amount from contract_commitments p
    where p.project_id = ${projectId} and p.contract_id in (${mains}) and not (${isReplaced})) u
  group by 1`

/** SQL condition that contract `k` is of a pair with a rest that is not allocated to subjects. */
export const isUnallocated = (projectId: bigint): RawBuilder<boolean> => sql`
  coalesce((select b.main_id from contract_supplements b where b.project_id = ${projectId} and b.contract_id = k.id), k.id)
    in (with ${changedParts(projectId)} ${unallocatedPairs(projectId)})`

/** The parts of contracts as they are kept: of payments alone, as nothing marks a contract whose petty cash changed. Each changed one costs a report about 0.03 ms. */
export const {
  refresh: refreshCommitments,
  refreshMany,
  refreshAll: refreshAllCommitments,
} = refreshQueue({
  queue: 'commitment_changes',
  many: 100,
  async keep(tx, projectId, ids) {
    const parts = computedParts(projectId, sql`select unnest(${ids}::bigint[]) as id`)
    await sql`insert into commitment_totals as t (project_id, subject_id, amount)
      select ${projectId}, n.subject_id, n.amount from (
        with ${parts}
        select u.subject_id, sum(u.amount) as amount from (
          select x.subject_id, x.amount from computed x
          union all
          select p.subject_id, -p.amount from contract_commitments p where p.project_id = ${projectId} and ${isReplaced}) u
        group by 1 having sum(u.amount) <> 0) n
      on conflict (project_id, subject_id) do update set amount = t.amount + excluded.amount`.execute(tx)
    await sql`delete from contract_commitments p where p.project_id = ${projectId}
      and (p.contract_id = any(${ids}) or p.contract_id in (
        select b.main_id from contract_supplements b where b.project_id = ${projectId} and b.contract_id = any(${ids})))`.execute(
      tx,
    )
    await sql`insert into contract_commitments (project_id, contract_id, subject_id, amount)
      select ${projectId}, n.main, n.subject_id, n.amount from (
        with ${parts} select x.main, x.subject_id, x.amount from computed x) n`.execute(tx)
  },
})

/** Whether the kept parts of unchanged contracts, or their sums by subject, differ from those computed now. */
export async function hasWrongCommitments(db: Db | Tx, projectId: bigint): Promise<boolean> {
  const all = sql`select k.id from contracts k where k.project_id = ${projectId}`
  const { rows } = await sql<{ wrong: boolean }>`
    with ${computedParts(projectId, all)},
    changed as materialized (
      select coalesce(b.main_id, c.id) as id from (${CHANGED(projectId)}) c
      left join contract_supplements b on b.project_id = ${projectId} and b.contract_id = c.id
      union
      select c.id from (${CHANGED(projectId)}) c)
    select exists (
      select 1 from (
        select x.main, x.subject_id, x.amount from computed x
        union all
        select p.contract_id, p.subject_id, -p.amount from contract_commitments p where p.project_id = ${projectId}) u
      where u.main not in (select changed.id from changed)
      group by u.main, u.subject_id having sum(u.amount) <> 0)
    or exists (
      select 1 from (
        select t.subject_id, t.amount from commitment_totals t where t.project_id = ${projectId}
        union all
        select p.subject_id, -p.amount from contract_commitments p where p.project_id = ${projectId}) u
      group by u.subject_id having sum(u.amount) <> 0) as wrong`.execute(db)
  return rows[0]?.wrong ?? false
}

/** Forgets what is kept of a project's commitments, so that reports compute them anew until the next refresh. */
export async function recomputeCommitments(tx: Tx, projectId: bigint): Promise<void> {
  await sql`delete from contract_commitments p where p.project_id = ${projectId}`.execute(tx)
  await sql`delete from commitment_totals t where t.project_id = ${projectId}`.execute(tx)
  await sql`insert into commitment_changes (project_id, contract_id)
    select ${projectId}, k.id from contracts k where k.project_id = ${projectId}`.execute(tx)
}
