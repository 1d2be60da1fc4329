import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import type { Receipt } from '@pianzhang/contract/receipts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'

/** A row of `receipts` with the names of its references. */
export interface ReceiptRow {
  id: bigint
  code: string
  version: number
  investment_at: string
  investor: string
  investment_category_id: bigint
  category: string
  amount: bigint
  contract_code: string | null
  contract: string | null
  description: string
  creator_id: bigint
  created_at: Date
  updated_at: Date
}

/**
 * The columns of a `ReceiptRow` from receipt `e`. Names are scalar subqueries by id: without statistics a join
 * would scan all contracts.
 */
export const receiptColumns = (projectId: bigint) => sql<ReceiptRow>`
  e.id, e.code, e.version, e.investment_at, e.investor, e.investment_category_id, e.amount, e.description, e.creator_id,
  e.created_at, e.updated_at,
  (select t.name from investment_types t where t.project_id = ${projectId} and t.id = e.investment_category_id) as category,
  (select k.code from contracts k where k.project_id = ${projectId} and k.id = e.contract_id) as contract_code,
  (select k.out_code from contracts k where k.project_id = ${projectId} and k.id = e.contract_id) as contract`

/**
 * The receipts with these codes, in the order of creation. Throws 404 if one is missing. `lock`: until the commit.
 */
export const loadReceipts = (db: Db | Tx, projectId: bigint, codes: readonly string[], lock = false) =>
  rowsByCode(
    db,
    projectId,
    codes,
    { columns: receiptColumns(projectId), table: 'receipts', alias: 'e' },
    lock,
  )

/** What this person may do with receipts now. */
export const canOf = rightsTo('investment_execution')

/** Converts rows to answers of the API. */
export async function receiptAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly ReceiptRow[],
): Promise<Receipt[]> {
  const created = await createdOf(db, context, rows)
  const can = canOf(context)
  return rows.map((row) => ({
    code: row.code,
    version: row.version,
    investment_at: row.investment_at,
    investor: row.investor,
    investment_category_id: String(row.investment_category_id),
    investment_category_name: row.category,
    amount_yuan: yuan(row.amount),
    contract_code: row.contract_code,
    contract: row.contract_code === null ? null : { code: row.contract_code, out_code: row.contract ?? '' },
    desc: row.description,
    ...created(row),
    updated_at: formatInstant(row.updated_at),
    can,
  }))
}

/** A receipt as GET answers it. Throws 404. */
export async function readReceipt(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<Receipt> {
  const [answer] = await receiptAnswers(db, context, await loadReceipts(db, context.project.id, [code], lock))
  return answer as Receipt
}

/** A receipt's name for people, as it has no number. */
export const labelOf = ({ investment_at, investor, amount_yuan }: Receipt): string =>
  `${investment_at} ${investor} ${amount_yuan}元`

/** The log entry of a receipt: without the rights, which depend on the reader. */
export const logEntry = entriesOf<Receipt>(
  'investment_execution',
  labelOf,
  ({ can: _, ...receipt }) => receipt,
)

/** What a project received in all, in fen; 0 without any receipt. */
export const receiptTotal = (projectId: bigint): RawBuilder<bigint> => sql`
  (select coalesce(sum(e.amount), 0) from receipts e where e.project_id = ${projectId})`

/** A SELECT with a row for each investor of a project and what they paid, in fen. */
export const receiptsByInvestor = (
  projectId: bigint,
): RawBuilder<{ investor: string; amount: bigint }> => sql`
  select e.investor, sum(e.amount) as amount from receipts e
  where e.project_id = ${projectId} group by e.investor`
