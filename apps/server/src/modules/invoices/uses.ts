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
    join cost_execution_details d on d.project_id = ${projectId} and d.id = u.detail_id
    join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
    where u.project_id = ${projectId} and u.invoice_id = any(${ids})
    order by c.id, d.position`.execute(db)
  const uses = new Map<bigint, Use[]>()
  for (const { invoice_id: id, ...use } of rows) uses.set(id, [...(uses.get(id) ?? []), use])
  return uses
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
  const { rows } = await sql<{ detail_id: bigint; code: string; invoice_number: string; amount: Fen }>`
    select u.detail_id, i.code, i.invoice_number, u.amount from invoice_uses u
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where u.project_id = ${projectId} and u.detail_id = any(${lineIds})
    order by u.detail_id, u.position`.execute(db)
  const named = new Map<bigint, NamedUse[]>()
  for (const { detail_id: id, amount, ...invoice } of rows)
    named.set(id, [...(named.get(id) ?? []), { ...invoice, amount_yuan: yuan(amount) }])
  return named
}

/** The invoices of a payment's lines, as a form sends them, by the line's code. */
export async function usesOfPayment(
  db: Db | Tx,
  projectId: bigint,
  paymentId: bigint,
): Promise<ReadonlyMap<string, { code: string; amount: Fen }[]>> {
  const { rows } = await sql<{ line: string; code: string; amount: Fen }>`
    select d.code as line, i.code, u.amount from cost_execution_details d
    join invoice_uses u on u.project_id = ${projectId} and u.detail_id = d.id
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where d.project_id = ${projectId} and d.cost_execution_id = ${paymentId}
    order by d.position, u.position`.execute(db)
  const uses = new Map<string, { code: string; amount: Fen }[]>()
  for (const { line, ...use } of rows) uses.set(line, [...(uses.get(line) ?? []), use])
  return uses
}

/** The codes of the invoices to which lines of these payments give back. */
export async function refundedBy(
  db: Db | Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct i.code from cost_execution_details d
    join invoice_uses u on u.project_id = ${projectId} and u.detail_id = d.id and u.amount < 0
    join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
    where d.project_id = ${projectId} and d.cost_execution_id = any(${paymentIds}) and d.pay_amount < 0`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** Removes all uses by the lines of these payments, before the lines are deleted or get new ones. */
export async function removeUses(tx: Tx, projectId: bigint, paymentIds: readonly bigint[]): Promise<void> {
  await sql`delete from invoice_uses u using cost_execution_details d
    where u.project_id = ${projectId} and d.project_id = ${projectId} and d.id = u.detail_id
      and d.cost_execution_id = any(${paymentIds})`.execute(tx)
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
  await sql`insert into invoice_uses (project_id, detail_id, invoice_id, position, amount)
    select ${projectId}, d.id, n.invoice_id, n.position, n.amount
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb) as n(payment text, line text, invoice_id bigint, position smallint, amount bigint)
    join cost_executions c on c.project_id = ${projectId} and c.code = n.payment
    join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = c.id and d.code = n.line`.execute(
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
  await sql`insert into invoice_uses (project_id, detail_id, invoice_id, position, amount)
    select ${projectId}, d.id, n.invoice_id, n.position, n.amount
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb) as n(payment bigint, line text, invoice_id bigint, position smallint, amount bigint)
    join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = n.payment and d.code = n.line`.execute(
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
