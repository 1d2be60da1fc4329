import type { Fen } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { type ContractRests, readRests } from '../../base/contracts/open-amounts.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { refreshQueue } from '../../platform/database/refresh-queue.ts'
import type { Services } from '../../platform/services.ts'

// What is left of instalments is kept as of a refresh, so that a list reads its page and the sums of days alone. Contracts that
// changed since are computed when a list is read: `Fresh`.

/** Rows of instalments of contracts that changed, which replace the kept ones of `contracts`. */
export interface Fresh {
  contracts: readonly bigint[]
  rows: readonly KeptRow[]
}
interface KeptRow {
  contract_id: string
  instalment_id: string
  incoming: boolean
  due_at: string
  customer: string
  /** 0: none. */
  payee_id: string
  rest: string
}

/** The due day of a milestone that is not reached, and of what is not scheduled. */
const WAITING = 'infinity'
const UNSCHEDULED = '-infinity'

const keptRow = (
  { id, incoming, customer, payee_id }: ContractRests,
  instalment: bigint,
  due_at: string,
  rest: Fen,
): KeptRow => ({
  contract_id: String(id),
  instalment_id: String(instalment),
  incoming,
  due_at,
  customer,
  payee_id: String(payee_id ?? 0n),
  rest: String(rest),
})

const keptRows = (contracts: readonly ContractRests[]): KeptRow[] =>
  contracts.flatMap((contract) => [
    ...contract.instalments
      .filter(({ rest }) => rest > 0n)
      .map(({ id, due, rest }) => keptRow(contract, id, due ?? WAITING, rest)),
    ...(contract.unscheduled > 0n ? [keptRow(contract, 0n, UNSCHEDULED, contract.unscheduled)] : []),
  ])

/** A relation `name` of `KeptRow`s. */
export const rowsAs = (rows: readonly KeptRow[], name: string): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${jsonFor(rows)}::jsonb) as ${sql.raw(name)}(contract_id bigint, instalment_id bigint, incoming boolean,
    due_at date, customer text, payee_id bigint, rest bigint)`

/** The contracts with a plan, or with kept rows of one, that changed since the last refresh. */
async function changedContracts(tx: Tx, projectId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select q.id from (
      select c.key as id from sum_changes c where c.project_id = ${projectId} and c.dimension = 'contract'
      union
      select q.contract_id from instalment_changes q where q.project_id = ${projectId}) q
    where exists (select 1 from contract_instalments i where i.project_id = ${projectId} and i.contract_id = q.id)
      or exists (select 1 from instalment_rests r where r.project_id = ${projectId} and r.contract_id = q.id)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Calls `run` with what has changed since the last refresh, in the snapshot in which that was computed: a payment that is committed meanwhile would
 * otherwise be in the sums of payments and not yet in the kept rows.
 */
export async function withFresh<T>(
  services: Pick<Services, 'db'>,
  projectId: bigint,
  run: (tx: Tx, fresh: Fresh) => Promise<T>,
): Promise<T> {
  await refreshMany(services, projectId)
  return await inTransaction(services.db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const contracts = await changedContracts(tx, projectId)
    return await run(tx, { contracts, rows: keptRows(await readRests(tx, projectId, contracts)) })
  })
}

/** What is left once `also` is paid too on these contracts, without naming an instalment. */
export async function oncePaid(
  tx: Tx,
  projectId: bigint,
  { contracts, rows }: Fresh,
  also: ReadonlyMap<bigint, Fen>,
): Promise<Fresh> {
  const ids = [...also.keys()]
  return {
    contracts: [...new Set([...contracts, ...ids])],
    rows: [
      ...rows.filter(({ contract_id }) => !also.has(BigInt(contract_id))),
      ...keptRows(await readRests(tx, projectId, ids, { also })),
    ],
  }
}

/** What is left of instalments as it is kept. */
export const {
  refresh: refreshRests,
  refreshMany,
  refreshAll: refreshAllRests,
} = refreshQueue({
  queue: 'instalment_changes',
  many: 50,
  async keep(tx, projectId, ids) {
    const rows = keptRows(await readRests(tx, projectId, ids))
    const { rows: written } = await sql<{
      incoming: boolean
      due_at: string
      empty: boolean
    }>`insert into instalment_days as t (project_id, incoming, due_at, amount, entries)
      select ${projectId}, n.incoming, n.due_at, n.amount, n.entries from (
        select u.incoming, u.due_at, sum(u.amount) as amount, sum(u.entries) as entries from (
          select f.incoming, f.due_at, f.rest as amount, 1 as entries from ${rowsAs(rows, 'f')}
          union all
          select r.incoming, r.due_at, -r.rest, -1 from instalment_rests r
          where r.project_id = ${projectId} and r.contract_id = any(${ids})) u
        group by 1, 2 having sum(u.amount) <> 0 or sum(u.entries) <> 0) n
      on conflict (project_id, incoming, due_at) do update
        set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries
      returning t.incoming, t.due_at, t.entries = 0 and t.amount = 0 as empty`.execute(tx)
    const empty = written.filter((day) => day.empty)
    // By their keys, as no index finds the empty ones among all days.
    if (empty.length > 0)
      await sql`delete from instalment_days d using jsonb_to_recordset(${jsonFor(empty)}::jsonb) as n(incoming boolean, due_at date)
        where d.project_id = ${projectId} and d.incoming = n.incoming and d.due_at = n.due_at`.execute(tx)
    await sql`delete from instalment_rests r where r.project_id = ${projectId} and r.contract_id = any(${ids})`.execute(
      tx,
    )
    await sql`insert into instalment_rests (project_id, contract_id, instalment_id, incoming, due_at, customer, payee_id, rest)
      select ${projectId}, f.contract_id, f.instalment_id, f.incoming, f.due_at, f.customer, f.payee_id, f.rest
      from ${rowsAs(rows, 'f')}`.execute(tx)
  },
})

/** Whether the kept rests of contracts that did not change, or their sums by day, differ from those computed now. */
export async function hasWrongRests(db: Db | Tx, projectId: bigint): Promise<boolean> {
  const { rows: planned } = await sql<{ id: bigint }>`
    select distinct i.contract_id as id from contract_instalments i where i.project_id = ${projectId}`.execute(
    db,
  )
  const computed = keptRows(
    await readRests(
      db,
      projectId,
      planned.map(({ id }) => id),
    ),
  )
  const { rows } = await sql<{ wrong: boolean }>`
    with fresh as materialized (select f.* from ${rowsAs(computed, 'f')}),
    changed as materialized (
      select c.key as id from sum_changes c where c.project_id = ${projectId} and c.dimension = 'contract'
      union
      select q.contract_id from instalment_changes q where q.project_id = ${projectId})
    select exists (
      select 1 from (
        select f.contract_id, f.instalment_id, f.incoming, f.due_at, f.customer, f.payee_id, f.rest from fresh f
        union all
        select r.contract_id, r.instalment_id, r.incoming, r.due_at, r.customer, r.payee_id, -r.rest
        from instalment_rests r where r.project_id = ${projectId}) u
      where u.contract_id not in (select changed.id from changed)
      group by u.contract_id, u.instalment_id, u.incoming, u.due_at, u.customer, u.payee_id having sum(u.rest) <> 0)
    or exists (
      select 1 from (
        select d.incoming, d.due_at, d.amount, d.entries from instalment_days d where d.project_id = ${projectId}
        union all
        select r.incoming, r.due_at, -r.rest, -1 from instalment_rests r where r.project_id = ${projectId}) u
      group by u.incoming, u.due_at having sum(u.amount) <> 0 or sum(u.entries) <> 0) as wrong`.execute(db)
  return rows[0]?.wrong ?? false
}

/** Forgets what is kept of a project's instalments, so that lists compute it anew until the next refresh. */
export async function recomputeRests(tx: Tx, projectId: bigint): Promise<void> {
  await sql`delete from instalment_rests r where r.project_id = ${projectId}`.execute(tx)
  await sql`delete from instalment_days d where d.project_id = ${projectId}`.execute(tx)
  await sql`insert into instalment_changes (project_id, contract_id)
    select ${projectId}, i.contract_id from (
      select distinct i.contract_id from contract_instalments i where i.project_id = ${projectId}) i`.execute(
    tx,
  )
}
