import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { analyzeEmptiedTables } from '../../platform/database/planner.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Owner } from '../../platform/lists/records.ts'

type SqlType = 'bigint' | 'date' | 'integer' | 'smallint' | 'text'
type Filled<T, Others extends keyof T> = Record<Exclude<keyof T, 'project_id' | 'id' | Others>, SqlType>

/**
 * The columns of payments and lines that form and import write: all columns of the tables except those that `Filled`
 * excludes.
 */
export const PAYMENT_COLUMNS = {
  code: 'text',
  pay_at: 'date',
  payer: 'text',
  post: 'text',
  summary: 'text',
  pay_amount: 'bigint',
  payee_id: 'bigint',
} as const satisfies Filled<
  Insertable<Database['payments']>,
  'creator_id' | 'import_id' | 'version' | 'created_at' | 'updated_at'
>
export const LINE_COLUMNS = {
  code: 'text',
  position: 'integer',
  subject_id: 'bigint',
  pay_channel: 'smallint',
  pay_category_id: 'bigint',
  voucher_category: 'smallint',
  face_tax_rate: 'text',
  contract_id: 'bigint',
  instalment_id: 'bigint',
  pay_amount: 'bigint',
  remark: 'text',
  no_invoice_reason: 'text',
} as const satisfies Filled<Insertable<Database['payment_lines']>, 'payment_id'>

const listed = (columns: Readonly<Record<string, SqlType>>, text: (name: string, type: SqlType) => string) =>
  sql.raw(
    Object.entries(columns)
      .map(([name, type]) => text(name, type))
      .join(', '),
  )
const names = (columns: Readonly<Record<string, SqlType>>, of = '') => listed(columns, (name) => of + name)
const typed = (columns: Readonly<Record<string, SqlType>>) =>
  listed(columns, (name, type) => `${name} ${type}`)

/**
 * Inserts the payments of a form, then their lines. `headers`: a relation `h` of `PAYMENT_COLUMNS`, inserted in the
 * order of `ordinal`. `lines`: a relation `l` of `payment_code` and `LINE_COLUMNS`, whose references were checked.
 */
export async function insertPayments(
  tx: Tx,
  owner: Owner,
  headers: RawBuilder<unknown>,
  lines: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into payments (project_id, ${names(PAYMENT_COLUMNS)}, creator_id, import_id, created_at, updated_at)
    select ${owner.projectId}, ${names(PAYMENT_COLUMNS, 'h.')}, ${owner.userId}, ${owner.importId}, ${owner.now}, ${owner.now}
    from ${headers} order by h.ordinal`.execute(tx)
  await insertLines(tx, owner.projectId, lines)
}

/** A relation: its FROM clause, and SQL for each column of `C`. A missing column does not compile. */
export interface Selected<C> {
  columns: Readonly<Record<keyof C, RawBuilder<unknown>>>
  from: RawBuilder<unknown>
}

const selected = <C>({ columns, from }: Selected<C>): RawBuilder<unknown> => {
  const list = Object.entries<RawBuilder<unknown>>(columns).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  )
  return sql`(select ${sql.join(list)} from ${from})`
}

/**
 * Like `insertPayments`, but for many payments: with ids from `takeIds` instead of a join by number, for which the
 * planner would read all payments of the project.
 */
export async function insertPaymentsWithIds(
  tx: Tx,
  owner: Owner,
  headers: Selected<typeof PAYMENT_COLUMNS & { id: unknown }>,
  lines: Selected<typeof LINE_COLUMNS & { id: unknown; payment_id: unknown }>,
): Promise<void> {
  await sql`insert into payments (project_id, id, ${names(PAYMENT_COLUMNS)}, creator_id, import_id, created_at, updated_at)
    overriding system value
    select ${owner.projectId}, h.id, ${names(PAYMENT_COLUMNS, 'h.')}, ${owner.userId}, ${owner.importId}, ${owner.now}, ${owner.now}
    from ${selected(headers)} h`.execute(tx)
  // The triggers of the lines join the payments, so the planner needs their number of rows.
  await analyzeEmptiedTables(tx)
  await sql`insert into payment_lines (project_id, id, payment_id, ${names(LINE_COLUMNS)})
    overriding system value
    select ${owner.projectId}, l.id, l.payment_id, ${names(LINE_COLUMNS, 'l.')} from ${selected(lines)} l`.execute(
    tx,
  )
}

/**
 * Takes ids of a table, in ascending order. Any connection may take them: no id is given twice, and gaps do not matter.
 */
export async function takeIds(
  db: Db | Tx,
  table: 'payments' | 'payment_lines',
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(nextval(s.name)::text, ',') as ids
    from (select pg_get_serial_sequence(${table}, 'id')::regclass as name offset 0) s,
      generate_series(1, ${count}::int4)`.execute(db)
  return rows[0]?.ids?.split(',') ?? []
}

/** Inserts lines by payment and position: ids ascend in this order, by which lists sort. */
export async function insertLines(tx: Tx, projectId: bigint, lines: RawBuilder<unknown>): Promise<void> {
  await sql`insert into payment_lines (project_id, payment_id, ${names(LINE_COLUMNS)})
    select ${projectId}, c.id, ${names(LINE_COLUMNS, 'l.')}
    from ${lines} join payments c on c.project_id = ${projectId} and c.code = l.payment_code
    order by c.id, l.position`.execute(tx)
}

/**
 * Updates the lines of a payment from the relation `lines`, matched by code. `keepsInstalments`: lines keep the instalment that they name, unless
 * they get another contract; without the feature a body has none.
 */
export async function updateLines(
  tx: Tx,
  projectId: bigint,
  paymentId: bigint,
  lines: RawBuilder<unknown>,
  keepsInstalments: boolean,
): Promise<void> {
  const { code: _, ...changed } = LINE_COLUMNS
  const kept = 'case when d.contract_id is not distinct from l.contract_id then d.instalment_id end'
  const newValue = (name: string) => (name === 'instalment_id' && keepsInstalments ? kept : `l.${name}`)
  await sql`update payment_lines d set ${listed(changed, (name) => `${name} = ${newValue(name)}`)}
    from ${lines} where d.project_id = ${projectId} and d.payment_id = ${paymentId} and d.code = l.code`.execute(
    tx,
  )
}

const json = (rows: readonly object[]) =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))

type Row<C> = Readonly<Record<keyof C, unknown>>

/** Rows of a form as the relations that the functions above take. */
export const headerRows = (rows: readonly (Row<typeof PAYMENT_COLUMNS> & { ordinal: number })[]) =>
  sql`jsonb_to_recordset(${json(rows)}::jsonb) as h(ordinal bigint, ${typed(PAYMENT_COLUMNS)})`
export const lineRows = (rows: readonly (Row<typeof LINE_COLUMNS> & { payment_code: string })[]) =>
  sql`jsonb_to_recordset(${json(rows)}::jsonb) as l(payment_code text, ${typed(LINE_COLUMNS)})`
