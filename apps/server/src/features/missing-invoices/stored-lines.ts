import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { refreshEach, refreshing } from '../../platform/database/refresh-queue.ts'
import { busy } from '../../platform/http/errors.ts'
import type { Services } from '../../platform/services.ts'
import { isReceipt, receiptsOf, wantingLines } from './lines-without-invoice.ts'

// Lines that lack an invoice are kept as of a refresh, with their sums, so that lists read their page alone. A read is preceded by
// the refresh of what changed since; without changes that is one small statement.

/** The most payments that one transaction of a refresh computes; their lines pass through the server's memory. */
const PAYMENTS = 5_000
const CHANGES = 5_000
/** A read waits as long for a refresh; after a restore or a changed type there may be a million lines. */
const WAIT_MS = 6_000
const FIRST_PAUSE_MS = 10
const MOST_PAUSE_MS = 250
const ALL_PAYMENTS = sql`0, ${sql.lit('9223372036854775807')}::bigint`

/** Calls `run` in a snapshot of the kept lines, which are at least as new as this call. Throws 503 while too much has changed to wait for. */
export async function onKept<T>(
  services: Pick<Services, 'db'>,
  projectId: bigint,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  await refreshMissing(services, projectId)
  return await inTransaction(services.db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return await run(tx)
  })
}

export async function refreshMissing(
  { db }: Pick<Services, 'db'>,
  projectId: bigint,
  ms = WAIT_MS,
): Promise<void> {
  const until = performance.now() + ms
  let pause = FIRST_PAUSE_MS
  for (;;) {
    const state = await refreshPart(db, projectId)
    if (state === 'done') return
    if (performance.now() > until) throw busy('欠票正在重新统计，请稍后再试')
    if (state === 'held') {
      // Somebody else refreshes the project: a few milliseconds after a save, seconds after a restore, for which every open page then waits.
      const jittered = pause * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, jittered))
      pause = Math.min(pause * 2, MOST_PAUSE_MS)
    }
  }
}

/** Refreshes every project. */
export const refreshAllMissing = ({ db }: Pick<Services, 'db'>, signal: AbortSignal): Promise<void> =>
  refreshEach({ db }, signal, async (id) => {
    while (!signal.aborted && (await refreshPart(db, id)) === 'more') {
      // The next part.
    }
  })

/** Computes a part of what changed anew. `held`: another one does it. */
async function refreshPart(db: Db, projectId: bigint): Promise<'done' | 'more' | 'held'> {
  const { rows: waiting } = await sql`
    select 1 from missing_changes q where q.project_id = ${projectId} limit 1`.execute(db)
  if (waiting.length === 0) return 'done'
  return await refreshing(db, 'missing', projectId, async (tx) => {
    await lookUpPayments(tx, projectId)
    const { payments, isAll } = await takePayments(tx, projectId)
    if (payments.length > 0) await keep(tx, projectId, payments)
    return isAll ? 'done' : 'more'
  })
}

/** Replaces changes of lines, invoices and types by those of the payments that they are about. */
async function lookUpPayments(tx: Tx, projectId: bigint): Promise<void> {
  const { rows } = await sql<{ kind: string; first_id: bigint; last_id: bigint }>`
    delete from missing_changes q where q.project_id = ${projectId} and q.kind <> 'payment'
    returning q.kind, q.first_id, q.last_id`.execute(tx)
  if (rows.length === 0) return
  const ranges = (kind: string) => {
    const own = rows.filter((row) => row.kind === kind)
    return sql`unnest(${own.map(({ first_id }) => first_id)}::bigint[], ${own.map(({ last_id }) => last_id)}::bigint[]) r (first_id, last_id)`
  }
  await sql`insert into missing_changes (project_id, kind, first_id, last_id)
    select ${projectId}, 'payment', min(p.id), max(p.id) from (
      select n.id, n.id - row_number() over (order by n.id) as run from (
        select d.payment_id as id from ${ranges('line')}
        join payment_lines d on d.project_id = ${projectId} and d.id between r.first_id and r.last_id
        union
        select d.payment_id from ${ranges('invoice')}
        join invoice_uses u on u.project_id = ${projectId} and u.invoice_id between r.first_id and r.last_id
        join payment_lines d on d.project_id = ${projectId} and d.id = u.line_id
        union
        select d.payment_id from ${ranges('type')}
        join payment_lines d on d.project_id = ${projectId} and d.pay_category_id between r.first_id and r.last_id) n) p
    group by p.run`.execute(tx)
}

/** Takes payments off the queue, also those that were deleted, if lines of them are kept. `isAll`: nothing else is in it. */
async function takePayments(tx: Tx, projectId: bigint): Promise<{ payments: bigint[]; isAll: boolean }> {
  const { rows: changes } = await sql<{ id: bigint; first_id: bigint; last_id: bigint }>`
    select q.id, q.first_id, q.last_id from missing_changes q
    where q.project_id = ${projectId} and q.kind = 'payment' order by q.id limit ${CHANGES}`.execute(tx)
  const { rows: taken } = await sql<{ change: bigint; payment: bigint }>`
    select q.id as change, p.id as payment
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ first_id }) => first_id)}::bigint[],
      ${changes.map(({ last_id }) => last_id)}::bigint[]) q (id, first_id, last_id)
    cross join lateral (
      (select c.id from payments c where c.project_id = ${projectId} and c.id between q.first_id and q.last_id
        order by c.id limit ${PAYMENTS})
      union
      (select m.payment_id from missing_lines m
        where m.project_id = ${projectId} and m.payment_id between q.first_id and q.last_id
        order by m.payment_id limit ${PAYMENTS})) p
    order by q.id, p.id limit ${PAYMENTS}`.execute(tx)
  const last = taken.length === PAYMENTS ? taken.at(-1) : undefined
  await sql`delete from missing_changes q where q.project_id = ${projectId}
    and q.id = any(${changes.flatMap(({ id }) => (last && id >= last.change ? [] : id))})`.execute(tx)
  // The rest of a long range stays.
  if (last)
    await sql`update missing_changes q set first_id = ${last.payment + 1n}
      where q.project_id = ${projectId} and q.id = ${last.change}`.execute(tx)
  return {
    payments: [...new Set(taken.map(({ payment }) => payment))],
    isAll: !last && changes.length < CHANGES,
  }
}

/** What a kept line adds to the sums. */
interface Part {
  reason: number
  pay_at: string
  payer: string
  lacking: bigint
}

async function keep(tx: Tx, projectId: bigint, changed: readonly bigint[]): Promise<void> {
  // Small receipts of the same payee and day, before or now, lack an invoice together. `offset 0`: by the index of receipts, one group after the other.
  const { rows: beside } = await sql<{ id: bigint }>`
    select distinct m.id from (
      select o.pay_at, o.receipts from missing_lines o
      where o.project_id = ${projectId} and o.payment_id = any(${changed}) and o.receipts is not null
      union
      select c.pay_at, ${receiptsOf} from unnest(${changed}::bigint[]) n (id)
      join payments c on c.project_id = ${projectId} and c.id = n.id
      join payment_lines d on d.project_id = ${projectId} and d.payment_id = n.id and ${isReceipt}) g
    cross join lateral (
      select l.payment_id as id from missing_lines l
      where l.project_id = ${projectId} and l.pay_at = g.pay_at and l.receipts = g.receipts offset 0) m`.execute(
    tx,
  )
  const payments = [...new Set([...changed, ...beside.map(({ id }) => id)])]
  const { rows: gone } = await sql<Part>`
    delete from missing_lines m where m.project_id = ${projectId} and m.payment_id = any(${payments})
    returning m.reason, m.pay_at, m.payer, m.lacking`.execute(tx)
  const { rows: added } = await sql<Part>`
    insert into missing_lines as m (project_id, line_id, line_code, payment_id, pay_at, payer, reason, lacking, receipts)
    select ${projectId}, n.* from (${wantingLines(projectId, payments)}) n
    returning m.reason, m.pay_at, m.payer, m.lacking`.execute(tx)
  await addToSums(tx, projectId, added, gone)
}

async function addToSums(
  tx: Tx,
  projectId: bigint,
  added: readonly Part[],
  gone: readonly Part[],
): Promise<void> {
  const sums = { missing_days: new Sums(), missing_payers: new Sums() }
  for (const [parts, sign] of [
    [added, 1n],
    [gone, -1n],
  ] as const)
    for (const { reason, pay_at, payer, lacking } of parts) {
      if (reason === 0) continue
      sums.missing_days.add(reason, pay_at, sign * lacking, sign)
      sums.missing_payers.add(reason, payer, sign * lacking, sign)
      sums.missing_payers.add(0, payer, sign * lacking, sign)
    }
  for (const [table, key, type] of [
    ['missing_days', 'pay_at', 'date'],
    ['missing_payers', 'payer', 'text'],
  ] as const) {
    const rows = sums[table].changed()
    if (rows.length === 0) continue
    const [name, column] = [sql.table(table), sql.ref(key)]
    const changed = sql`jsonb_to_recordset(${jsonFor(rows)}::jsonb) as n(reason smallint, key ${sql.raw(type)}, amount numeric, entries bigint)`
    await sql`insert into ${name} as t (project_id, reason, ${column}, amount, entries)
      select ${projectId}, n.reason, n.key, n.amount, n.entries from ${changed}
      on conflict (project_id, reason, ${column}) do update
        set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries`.execute(tx)
    // Of these keys alone, by the primary key: no index has `entries`.
    await sql`delete from ${name} t using ${changed}
      where t.project_id = ${projectId} and t.reason = n.reason and t.${column} = n.key and t.entries = 0`.execute(
      tx,
    )
  }
}

class Sums {
  readonly #sums = new Map<string, { reason: number; key: string; amount: bigint; entries: bigint }>()

  add(reason: number, key: string, amount: bigint, entries: bigint): void {
    const id = `${reason} ${key}`
    const sum = this.#sums.get(id) ?? { reason, key, amount: 0n, entries: 0n }
    this.#sums.set(id, { reason, key, amount: sum.amount + amount, entries: sum.entries + entries })
  }

  changed() {
    return [...this.#sums.values()].filter(({ amount, entries }) => amount !== 0n || entries !== 0n)
  }
}

/** Whether kept lines differ from those computed now, or their sums from them. While changes wait for a refresh only the sums are compared. */
export async function hasWrongMissing(db: Db | Tx, projectId: bigint): Promise<boolean> {
  const columns = (row: string) =>
    sql.raw(
      ['line_id', 'line_code', 'payment_id', 'pay_at', 'payer', 'reason', 'lacking', 'receipts']
        .map((name) => `${row}.${name}`)
        .join(', '),
    )
  const { rows } = await sql<{ wrong: boolean }>`
    select exists (
      select 1 from (
        select m.reason, m.pay_at, m.lacking as amount, 1 as entries from missing_lines m
        where m.project_id = ${projectId} and m.reason > 0
        union all
        select d.reason, d.pay_at, -d.amount, -d.entries from missing_days d where d.project_id = ${projectId}) s
      group by s.reason, s.pay_at having sum(s.amount) <> 0 or sum(s.entries) <> 0)
    or exists (
      select 1 from (
        select r.reason, m.payer, m.lacking as amount, 1 as entries from missing_lines m
        cross join lateral (values (0), (m.reason)) r (reason)
        where m.project_id = ${projectId} and m.reason > 0
        union all
        select p.reason, p.payer, -p.amount, -p.entries from missing_payers p where p.project_id = ${projectId}) s
      group by s.reason, s.payer having sum(s.amount) <> 0 or sum(s.entries) <> 0)
    or (not exists (select 1 from missing_changes q where q.project_id = ${projectId}) and exists (
      select 1 from (
        select 1 as side, ${columns('n')} from (${wantingLines(projectId, null)}) n
        union all
        select -1, ${columns('m')} from missing_lines m where m.project_id = ${projectId}) s
      group by ${columns('s')} having sum(s.side) <> 0)) as wrong`.execute(db)
  return rows[0]?.wrong ?? false
}

/** Forgets what is kept of a project, so that the next refresh computes it anew. */
export async function recomputeMissing(tx: Tx, projectId: bigint): Promise<void> {
  for (const name of ['missing_lines', 'missing_days', 'missing_payers'])
    await sql`delete from ${sql.table(name)} t where t.project_id = ${projectId}`.execute(tx)
  await sql`insert into missing_changes (project_id, kind, first_id, last_id)
    values (${projectId}, 'payment', ${ALL_PAYMENTS})`.execute(tx)
}
