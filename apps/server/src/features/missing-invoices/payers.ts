import { today } from '@pianzhang/contract/calendar'
import { AGES, type MissingPayers, type MissingPayersQuery } from '@pianzhang/contract/missing-invoices'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { ageSql, ageStarts, conditions, isSummed } from './filters.ts'
import { reasonNumber } from './lines-without-invoice.ts'
import { onKept } from './stored-lines.ts'

interface Sum {
  amount: Fen
  entries: bigint
}
type PayerRow = Sum & { payer: string }
type PageRow = PayerRow & { payers: number; all_amount: Fen; all_entries: bigint }

const NONE: Sum = { amount: 0n, entries: 0n }
const summed = ({ amount, entries }: Sum) => ({ count: Number(entries), lacking_yuan: yuan(amount) })

/** A page of payers with what their lines lack by age. */
export async function listPayers(
  _db: Db,
  { project, services, now }: ProjectContext,
  { query }: Input<unknown, MissingPayersQuery, unknown>,
): Promise<MissingPayers> {
  const day = today(now)
  return await onKept(services, project.id, async (tx) => {
    const where = await conditions(tx, project.id, query, day)
    const { page, all } = await pageOf(tx, payersOf(project.id, query, where), query)
    const ages = await agesOf(tx, project.id, where, page, day)
    const refunds = await refundsOf(
      tx,
      project.id,
      page.map(({ payer }) => payer),
    )
    return {
      items: page.map((row) => ({
        payer: row.payer,
        ...summed(row),
        refunds: refunds(row.payer),
        ages: AGES.map(({ code }, index) => ({ age: code, ...summed(ages.get(row.payer)?.[index] ?? NONE) })),
      })),
      listTotal: all?.payers ?? 0,
      ...summed({ amount: all?.all_amount ?? 0n, entries: all?.all_entries ?? 0n }),
      today: day,
    }
  })
}

/** SELECT of (payer, amount, entries). Without filters but the reason the sums are kept, in the order of their amounts. */
const payersOf = (
  projectId: bigint,
  query: MissingPayersQuery,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  isSummed(query) && !query.age && !query.flag
    ? sql`select p.payer, p.amount, p.entries from missing_payers p
        where p.project_id = ${projectId} and p.reason = ${sql.lit(query.reason ? reasonNumber(query.reason) : 0)}`
    : sql`select l.payer, sum(l.lacking) as amount, count(*) as entries from missing_lines l
        where l.project_id = ${projectId} and ${where} group by l.payer`

async function pageOf(tx: Tx, payers: RawBuilder<unknown>, query: MissingPayersQuery) {
  const direction = query.amount_order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<PageRow | (Omit<PageRow, 'payer'> & { payer: null })>`
    select p.payer, p.amount, p.entries, t.payers, t.all_amount, t.all_entries
    from (select count(*)::int4 as payers, coalesce(sum(a.amount), 0) as all_amount, coalesce(sum(a.entries), 0) as all_entries
      from (${payers}) a) t
    left join (select o.* from (${payers}) o order by o.amount ${direction}, o.payer ${direction} ${pageClause(query)}) p on true
    order by p.amount ${direction}, p.payer ${direction}`.execute(tx)
  return { all: rows[0], page: rows.filter((row): row is PageRow => row.payer !== null) }
}

/**
 * The sums of these payers by age, in the order of `AGES`. Only the lines of the last 90 days are added up, however long the ledger is: the rest of
 * a payer's sum is older.
 */
async function agesOf(
  tx: Tx,
  projectId: bigint,
  where: RawBuilder<unknown>,
  page: readonly PayerRow[],
  day: string,
): Promise<ReadonlyMap<string, Sum[]>> {
  const ages = new Map(page.map((row) => [row.payer, AGES.map(({ most }) => (most === null ? row : NONE))]))
  const { rows } = await sql<PayerRow & { age: number }>`
    select l.payer, ${ageSql(sql`l.pay_at`, day)} as age, sum(l.lacking) as amount, count(*) as entries
    from missing_lines l
    where l.project_id = ${projectId} and ${where} and l.payer = any(${page.map(({ payer }) => payer)}::text[])
      and l.pay_at >= ${ageStarts(day).at(-1)}
    group by 1, 2`.execute(tx)
  for (const { payer, age, amount, entries } of rows) {
    const own = ages.get(payer)
    const oldest = own?.at(-1)
    if (!own || !oldest) continue
    own[age] = { amount, entries }
    own[AGES.length - 1] = { amount: oldest.amount - amount, entries: oldest.entries - entries }
  }
  return ages
}

interface Refunds {
  count: number
  amount: Fen
}

/** What these payers gave back without an invoice. They are few, so no sums of them are kept. */
export async function refundsOf(
  tx: Tx,
  projectId: bigint,
  payers: readonly string[],
): Promise<(payer: string) => { count: number; amount_yuan: string }> {
  const { rows } = await sql<Refunds & { payer: string }>`
    select l.payer, count(*)::int4 as count, -sum(l.lacking) as amount from missing_lines l
    where l.project_id = ${projectId} and l.lacking < 0 and l.payer = any(${payers}::text[]) group by l.payer`.execute(
    tx,
  )
  const found = new Map(rows.map(({ payer, ...refunds }) => [payer, refunds]))
  return (payer) => {
    const { count = 0, amount = 0n } = found.get(payer) ?? {}
    return { count, amount_yuan: yuan(amount) }
  }
}
