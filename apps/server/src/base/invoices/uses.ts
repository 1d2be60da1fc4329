import { type Fen, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { LineUse, Use } from './allocate.ts'

/** The uses of these invoices, in the order of payments and lines, by the invoice's id. */
export async function usesOf(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Use[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Use & { invoice_id: bigint }>`
    select u.invoice_id, c.code as payment, d.code as line, u.amount from invoice_uses u
    join payment_lines d on d.project_id = ${projectId} and d.id = u.line_id
    join payments c on c.project_id = ${projectId} and c.id = d.payment_id
    where u.project_id = ${projectId} and u.invoice_id = any(${ids})
    order by c.id, d.position`.execute(db)
  return listsOf(rows.map(({ invoice_id, ...use }) => [invoice_id, use]))
}

/** Values by their key, in order. */
function listsOf<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, V[]> {
  const lists = new Map<K, V[]>()
  for (const [key, value] of entries) {
    const own = lists.get(key)
    if (own) own.push(value)
    else lists.set(key, [value])
  }
  return lists
}

/** What lines use of an invoice: the first of them, and of all how many they are, of how many payments, and their sum. */
export interface Used {
  first: Use[]
  lines: number
  payments: number
  amount: Fen
}

/** The uses of these invoices by the invoice's id, of each the first `most`, or all (null), in the order of payments and lines. Unused ones are absent. */
export async function usedOf(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
  most: number | null,
): Promise<ReadonlyMap<bigint, Used>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Use & { invoice_id: bigint; lines: number; payments: number; all_amount: Fen }>`
    select i.id as invoice_id, f.payment, f.line, f.amount, a.lines, a.payments, a.all_amount from unnest(${ids}::bigint[]) i (id)
    cross join lateral (
      select count(*)::int4 as lines, count(distinct d.payment_id)::int4 as payments, sum(u.amount)::int8 as all_amount
      from invoice_uses u join payment_lines d on d.project_id = ${projectId} and d.id = u.line_id
      where u.project_id = ${projectId} and u.invoice_id = i.id) a
    cross join lateral (
      select c.code as payment, d.code as line, u.amount, c.id, d.position from invoice_uses u
      join payment_lines d on d.project_id = ${projectId} and d.id = u.line_id
      join payments c on c.project_id = ${projectId} and c.id = d.payment_id
      where u.project_id = ${projectId} and u.invoice_id = i.id order by c.id, d.position limit ${most}::int8) f
    order by f.id, f.position`.execute(db)
  const used = new Map<bigint, Used>()
  for (const { invoice_id, lines, payments, all_amount: amount, ...use } of rows) {
    const own = used.get(invoice_id)
    if (own) own.first.push(use)
    else used.set(invoice_id, { first: [use], lines, payments, amount })
  }
  return used
}

interface NamedUse {
  code: string
  invoice_number: string
  amount_yuan: string
}

/** The invoices of these lines, in order, by the line's id. */
export async function invoicesOfLines(
  db: Db | Tx,
  projectId: bigint,
  lineIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, NamedUse[]>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<{ line_id: bigint; code: string; invoice_number: string; amount: Fen }>`
    select u.line_id, i.code, i.invoice_number, u.amount from invoice_uses u
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where u.project_id = ${projectId} and u.line_id = any(${lineIds})
    order by u.line_id, u.position`.execute(db)
  return listsOf(
    rows.map(({ line_id, amount, ...invoice }) => [line_id, { ...invoice, amount_yuan: yuan(amount) }]),
  )
}

/** The invoices of a payment's lines, as a form sends them, by the line's code. */
export async function usesOfPayment(
  db: Db | Tx,
  projectId: bigint,
  paymentId: bigint,
): Promise<ReadonlyMap<string, { code: string; amount: Fen }[]>> {
  const { rows } = await sql<{ line: string; code: string; amount: Fen }>`
    select d.code as line, i.code, u.amount from payment_lines d
    join invoice_uses u on u.project_id = ${projectId} and u.line_id = d.id
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where d.project_id = ${projectId} and d.payment_id = ${paymentId}
    order by d.position, u.position`.execute(db)
  return listsOf(rows.map(({ line, ...use }) => [line, use]))
}

/** The codes of the invoices to which lines of these payments give back. */
export async function refundedBy(
  db: Db | Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct i.code from payment_lines d
    join invoice_uses u on u.project_id = ${projectId} and u.line_id = d.id and u.amount < 0
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where d.project_id = ${projectId} and d.payment_id = any(${paymentIds}) and d.pay_amount < 0`.execute(db)
  return rows.map(({ code }) => code)
}

/** Removes all uses by the lines of these payments, before the lines are deleted or get new ones. */
export async function removeUses(tx: Tx, projectId: bigint, paymentIds: readonly bigint[]): Promise<void> {
  await sql`delete from invoice_uses u using payment_lines d
    where u.project_id = ${projectId} and d.project_id = ${projectId} and d.id = u.line_id
      and d.payment_id = any(${paymentIds})`.execute(tx)
}

interface LineUses {
  /** The line's. */
  code: string
  uses: readonly LineUse[]
}

/** Adds the uses of lines that have none. Lock the invoices first. */
export async function addUses(
  tx: Tx,
  projectId: bigint,
  lines: readonly (LineUses & { payment_code: string })[],
): Promise<void> {
  const rows = rowsOf(lines, ({ payment_code }) => payment_code)
  if (rows.length === 0) return
  await sql`insert into invoice_uses (project_id, line_id, invoice_id, position, amount)
    select ${projectId}, d.id, n.invoice_id, n.position, n.amount
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb) as n(payment text, line text, invoice_id bigint, position smallint, amount bigint)
    join payments c on c.project_id = ${projectId} and c.code = n.payment
    join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id and d.code = n.line`.execute(
    tx,
  )
}

/** The same for lines whose payments are known by id. */
export async function addUsesOf(
  tx: Tx,
  projectId: bigint,
  lines: readonly (LineUses & { payment_id: string })[],
): Promise<void> {
  const rows = rowsOf(lines, ({ payment_id }) => payment_id)
  if (rows.length === 0) return
  await sql`insert into invoice_uses (project_id, line_id, invoice_id, position, amount)
    select ${projectId}, d.id, n.invoice_id, n.position, n.amount
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb) as n(payment bigint, line text, invoice_id bigint, position smallint, amount bigint)
    join payment_lines d on d.project_id = ${projectId} and d.payment_id = n.payment and d.code = n.line`.execute(
    tx,
  )
}

const rowsOf = <L extends LineUses>(lines: readonly L[], payment: (line: L) => string) =>
  lines.flatMap((line) =>
    line.uses.map((use, index) => ({
      ...use,
      payment: payment(line),
      line: line.code,
      position: index + 1,
    })),
  )
