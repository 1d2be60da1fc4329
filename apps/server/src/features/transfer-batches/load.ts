import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import {
  BATCH_STATES,
  TRANSFER_BANKS,
  type TransferBatch,
  type TransferBatchList,
  type TransferBatchQuery,
  type TransferBatchShown,
} from '@pianzhang/contract/transfer-batches'
import { type Selectable, sql } from 'kysely'
import { maskedNumber } from '../../base/payees/load.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { missing } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { listPage } from '../../platform/lists/list-page.ts'

/** `payment_count`: the column `count`, whose name a list's number of rows has. */
type BatchRow = Omit<Selectable<Database['transfer_batches']>, 'project_id' | 'format' | 'count'> & {
  payment_count: number
}

export const batchColumns = sql<BatchRow>`b.id, b.code, b.bank, b.format_version, b.pay_account, b.pay_account_name, b.pay_bank_name, b.urgent, b.total,
  b.count as payment_count, b.state, b.creator_id, b.made_on, b.created_at, b.cancelled_at`

export const canOf = (context: ProjectContext) => ({ write: mayNow(context, 'transfer_batch', 'write') })

async function batchAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly BatchRow[],
): Promise<TransferBatch[]> {
  const created = await createdOf(db, context, rows)
  const can = canOf(context)
  return rows.map((row) => ({
    code: row.code,
    bank: row.bank,
    bank_i18n: labelOf(TRANSFER_BANKS, row.bank),
    format_version: row.format_version,
    pay_account: maskedNumber(row.pay_account, 'account'),
    pay_account_name: row.pay_account_name,
    pay_bank_name: row.pay_bank_name,
    urgent: row.urgent,
    total_yuan: yuan(row.total),
    count: row.payment_count,
    state: row.state,
    state_i18n: labelOf(BATCH_STATES, row.state),
    ...created(row),
    cancelled_at: row.cancelled_at && formatInstant(row.cancelled_at),
    can: { write: can.write && row.state === 'exported' },
  }))
}

/** One batch. Throws 404. `lock`: until the commit nobody else cancels it. */
export async function loadBatch(
  db: Db | Tx,
  projectId: bigint,
  code: string,
  lock = false,
): Promise<BatchRow> {
  const { rows } = await sql<BatchRow>`select ${batchColumns} from transfer_batches b
    where b.project_id = ${projectId} and b.code = ${code} ${lock ? sql`for update` : sql``}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

export async function readBatch(db: Db | Tx, context: ProjectContext, code: string): Promise<TransferBatch> {
  const [batch] = await batchAnswers(db, context, [await loadBatch(db, context.project.id, code)])
  return batch as TransferBatch
}

/** A batch with its payments as the file says them. */
export async function showBatch(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<TransferBatchShown> {
  const row = await loadBatch(db, context.project.id, params.code)
  const [batch] = await batchAnswers(db, context, [row])
  const payments = await db
    .selectFrom('transfer_batch_payments')
    .select(['code', 'payee as name', 'account', 'bank_name', 'amount'])
    .where('project_id', '=', context.project.id)
    .where('batch_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    ...(batch as TransferBatch),
    canceller_name: await cancellerOf(db, context, row),
    payments: payments.map(({ amount, account, ...payment }) => ({
      ...payment,
      account: maskedNumber(account, 'account'),
      amount_yuan: yuan(amount),
    })),
  }
}

/** Who cancelled a batch, as the operation log has it; the entry has the time of the cancellation. */
async function cancellerOf(
  db: Db,
  { companyId, project }: ProjectContext,
  { code, cancelled_at }: BatchRow,
): Promise<string | null> {
  if (cancelled_at === null) return null
  const { rows } = await sql<{ user_name: string }>`select a.user_name from audit_logs a
    where a.company_id = ${companyId} and a.resource = 'transfer_batch' and a.created_at = ${cancelled_at}
      and a.project_id = ${project.id} and a.code = ${code} and a.action = 'void'`.execute(db)
  return rows[0]?.user_name ?? null
}

/** A page of batches, newest first, and the sum of the living ones that match. `payment`: those that a payment is or was in. */
export async function listBatches(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, TransferBatchQuery, unknown>,
): Promise<TransferBatchList> {
  const projectId = context.project.id
  const where: Conditions = [sql`b.project_id = ${projectId}`]
  if (query.states.length > 0) where.push(sql`b.state = any(${query.states}::text[])`)
  if (query.payment !== undefined)
    where.push(sql`exists (select 1 from transfer_batch_payments t
      where t.project_id = ${projectId} and t.batch_id = b.id and t.code = ${query.payment})`)
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: batchColumns,
      from: sql`transfer_batches b where ${filtered(where)}`,
      order: sql`b.id desc`,
      sums: sql<{ total_amount: bigint; living: number }>`
        coalesce(sum(b.total) filter (where b.state <> 'cancelled'), 0) as total_amount,
        count(*) filter (where b.state <> 'cancelled')::int4 as living`,
    },
    query,
  )
  return {
    items: await batchAnswers(db, context, rows),
    listTotal: count,
    living_count: sums.living,
    total_amount_yuan: yuan(sums.total_amount),
    can: canOf(context),
  }
}

/** The log entry of a batch; `more`: its payments. */
export function logEntry(
  action: 'create' | 'void' | 'export',
  batch: TransferBatch,
  more: Record<string, unknown> = {},
): AuditEntry {
  const { can: _, cancelled_at: __, ...after } = batch
  return {
    action,
    resource: 'transfer_batch',
    code: batch.code,
    label: `${batch.code} ${batch.bank_i18n} ${batch.total_yuan}元`,
    after: { ...after, ...more },
  }
}
