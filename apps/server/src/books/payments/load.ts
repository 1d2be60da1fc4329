import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { LISTED_LINES, type Payment, type PaymentListItem, paymentFields } from '@pianzhang/contract/payments'
import { type Selectable, sql } from 'kysely'
import { requestFields } from '../../base/approvals/request-fields.ts'
import { payeeFields } from '../../base/payees/find.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { missing } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { PAYMENT_COLUMNS } from './insert.ts'
import { type Lines, loadLines } from './load-lines.ts'

/** The columns that form and import write, then those that the server adds. */
const HEADER_COLUMNS = [
  ...(Object.keys(PAYMENT_COLUMNS) as (keyof typeof PAYMENT_COLUMNS)[]),
  'id',
  'version',
  'creator_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof Database['payments'])[]

/** The columns of `payments` that an answer needs. */
export type HeaderRow = Pick<Selectable<Database['payments']>, (typeof HEADER_COLUMNS)[number]>

export const headerColumns = sql.join<HeaderRow>(HEADER_COLUMNS.map((column) => sql.ref(`c.${column}`)))

/** A payment as it is answered, with the ids that its row has. */
type StoredPayment = Payment & { id: bigint; payee_id: bigint | null }

/** The payment with this number. Throws 404. `lock`: locks it until the commit. */
export async function loadPayment(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<StoredPayment> {
  const { rows } = await sql<HeaderRow>`select ${headerColumns} from payments c
    where c.project_id = ${context.project.id} and c.code = ${code} ${lock ? sql`for update of c` : sql``}`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw missing()
  const [payment] = await withLines(db, context, rows)
  return { ...(payment as Payment), id: row.id, payee_id: row.payee_id }
}

/** The payments with these numbers, in the order of creation. */
export async function loadPayments(
  db: Db | Tx,
  context: ProjectContext,
  codes: readonly string[],
): Promise<Payment[]> {
  const { rows } = await sql<HeaderRow>`select ${headerColumns} from payments c
    where c.project_id = ${context.project.id} and c.code = any(${codes}) order by c.id`.execute(db)
  return withLines(db, context, rows)
}

/** What this person may do with payments now. */
export const canOf = rightsTo('cost_execution')

/** Answers of payments with all their lines. */
export async function withLines(
  db: Db | Tx,
  context: ProjectContext,
  headers: readonly HeaderRow[],
): Promise<Payment[]> {
  const lines = await loadLines(db, context, idsOf(headers))
  const answers = await answersOf(db, context, headers, lines)
  // The only cast to the branded type of complete lines, see `payment` in packages/contract.
  return answers.map(({ own, ...answer }) => ({ ...answer, cost_execution_details: own as AllLines }))
}
type AllLines = Payment['cost_execution_details']

/** Answers of payments with only their first lines, for a list: a thousand payments may have a thousand lines each. */
export async function withFirstLines(
  db: Db | Tx,
  context: ProjectContext,
  headers: readonly HeaderRow[],
): Promise<Omit<PaymentListItem, 'matched_amount_yuan' | 'same_day' | 'repeated'>[]> {
  const lines = await loadLines(db, context, idsOf(headers), LISTED_LINES)
  const answers = await answersOf(db, context, headers, lines)
  return answers.map(({ own, ...answer }) => ({ ...answer, cost_execution_details: own }))
}

const idsOf = (headers: readonly HeaderRow[]) => headers.map((header) => header.id)

async function answersOf(
  db: Db | Tx,
  context: ProjectContext,
  headers: readonly HeaderRow[],
  lines: ReadonlyMap<bigint, Lines>,
) {
  const created = await createdOf(db, context, headers)
  const payee = await payeeFields(db, context, headers)
  const request = await requestFields(db, context, idsOf(headers))
  const can = canOf(context)
  return headers.map((row) => {
    const imprest = lines.get(row.id)?.imprest ?? null
    return {
      code: row.code,
      version: row.version,
      ...paymentFields((field) => row[field]),
      pay_amount_yuan: yuan(row.pay_amount),
      ...created(row),
      updated_at: formatInstant(row.updated_at),
      line_count: lines.get(row.id)?.count ?? 0,
      imprest_code: imprest,
      ...payee(row),
      ...request(row),
      own: lines.get(row.id)?.lines ?? [],
      can: imprest === null ? can : { ...can, write: false },
    }
  })
}
