import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** Who writes, where and when. */
export interface Owner {
  projectId: bigint
  userId: bigint
  now: Date
  importId: bigint | null
}

/** What is written of a payment and of a line, by the form and by the import. */
export const PAYMENT_COLUMNS =
  'project_id, code, pay_at, payer, post, summary, pay_amount, creator_id, import_id, created_at, updated_at'
export const LINE_COLUMNS = `project_id, code, cost_execution_id, position, subject_id, pay_channel, pay_category_id, voucher_category,
  face_tax_rate, contract_id, invoice_id, pay_amount, remark`

/**
 * Inserts payments of a form, then their lines. `headers` is a relation aliased `h` of (code, pay_at, payer, post, summary, pay_amount), in the order of
 * creation by `place`; `lines` one aliased `l` of (payment_code, code, position, subject_id, pay_channel, pay_category_id, voucher_category,
 * face_tax_rate, contract_id, invoice_id, pay_amount, remark). References are ids of the project, already checked.
 */
export async function insertPayments(
  tx: Tx,
  owner: Owner,
  headers: RawBuilder<unknown>,
  lines: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into cost_executions (${sql.raw(PAYMENT_COLUMNS)})
    select ${owner.projectId}, h.code, h.pay_at, h.payer, h.post, h.summary, h.pay_amount, ${owner.userId}, ${owner.importId}, ${owner.now}, ${owner.now}
    from ${headers} order by h.place`.execute(tx)
  await insertLines(tx, owner.projectId, lines)
}

export async function insertLines(tx: Tx, projectId: bigint, lines: RawBuilder<unknown>): Promise<void> {
  await sql`insert into cost_execution_details (${sql.raw(LINE_COLUMNS)})
    select ${projectId}, l.code, c.id, l.position, l.subject_id, l.pay_channel, l.pay_category_id, l.voucher_category, l.face_tax_rate,
      l.contract_id, l.invoice_id, l.pay_amount, l.remark
    from ${lines} join cost_executions c on c.project_id = ${projectId} and c.code = l.payment_code`.execute(
    tx,
  )
}

const json = (rows: readonly object[]) =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))

/** Rows of a form as the relation that `insertPayments` reads. */
export const headerRows = (rows: readonly object[]) => sql`jsonb_to_recordset(${json(rows)}::jsonb)
  as h(place bigint, code text, pay_at date, payer text, post text, summary text, pay_amount bigint)`
export const lineRows = (rows: readonly object[]) => sql`jsonb_to_recordset(${json(rows)}::jsonb)
  as l(payment_code text, code text, position integer, subject_id bigint, pay_channel smallint, pay_category_id bigint,
    voucher_category smallint, face_tax_rate text, contract_id bigint, invoice_id bigint, pay_amount bigint, remark text)`
