import { stepText } from '@pianzhang/contract/approval-rules'
import { formatInstant } from '@pianzhang/contract/calendar'
import { fieldPath } from '@pianzhang/contract/errors'
import { labelOf } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import {
  type ApprovedRequest,
  type PaymentRequestBody,
  type PaymentRequestItem,
  paymentRequestBody,
  REQUEST_STATES,
} from '@pianzhang/contract/payment-requests'
import { type Selectable, sql } from 'kysely'
import { lockPayees, payeeFields } from '../../base/payees/find.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { Failure, missing, refused } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { isStranded, type People, standing, stepNames } from './people.ts'
import { warningsOf } from './warnings.ts'

export type RequestRow = Omit<
  Selectable<Database['payment_requests']>,
  'project_id' | 'amounts' | 'invoice_codes'
>
/** A row without its bodies, which have up to a thousand lines each. */
export type ListedRow = Omit<RequestRow, 'body' | 'sent_back'>

const LISTED = [
  'id',
  'code',
  'state',
  'total',
  'pay_at',
  'payer',
  'summary',
  'post',
  'line_count',
  'payee_id',
  'steps',
  'step',
  'waits',
  'blocked',
  'payment_id',
  'payment_code',
  'creator_id',
  'version',
  'payee_version',
  'created_at',
  'updated_at',
  'submitted_at',
  'decided_at',
] as const satisfies (keyof ListedRow)[]
const columns = <T>(names: readonly string[]) => sql.join<T>(names.map((name) => sql.ref(`r.${name}`)))
export const listedColumns = columns<ListedRow>(LISTED)
const requestColumns = columns<RequestRow>([...LISTED, 'body', 'sent_back'])

/** What the payment will be. The body was checked when it was stored; a field that later versions refuse is the caller's to correct. */
export function bodyOf({ body }: Pick<RequestRow, 'body'>): PaymentRequestBody {
  const read = paymentRequestBody.safeParse(body)
  if (read.success) return read.data
  throw new Failure(
    'invalid',
    read.error.issues[0]?.message,
    read.error.issues.map(({ path, message }) => ({ field: fieldPath(path), message })),
  )
}

/**
 * Requests with these codes. Throws 404. A draft of a colleague does not exist for others. `lock`: until the commit nobody else writes them. The
 * payees that they name, and `payees` (codes that the caller will save), are locked first: a merge of payees locks in this order, and the other order
 * would deadlock with it.
 */
export async function loadRequests(
  db: Db | Tx,
  context: ProjectContext,
  codes: readonly string[],
  lock = false,
  payees: readonly PayeeCode[] = [],
): Promise<RequestRow[]> {
  const { project, userId } = context
  if (lock) await lockPayeesOf(db as Tx, context, codes, payees)
  const rows = await rowsByCode(
    db,
    project.id,
    codes,
    { columns: requestColumns, table: 'payment_requests', alias: 'r' },
    lock,
  )
  if (rows.some(({ state, creator_id }) => state === 'draft' && creator_id !== userId)) throw missing()
  return rows
}

type PayeeCode = string | null | undefined
async function lockPayeesOf(
  tx: Tx,
  context: ProjectContext,
  codes: readonly string[],
  payees: readonly PayeeCode[],
): Promise<void> {
  if (!context.features.has('payee')) return
  const { rows } = await sql<{ payee_code: string | null }>`select r.body ->> 'payee_code' as payee_code
    from payment_requests r where r.project_id = ${context.project.id} and r.code = any(${codes})`.execute(tx)
  await lockPayees(tx, context, [...rows.map(({ payee_code }) => payee_code), ...payees])
}

export async function loadRequest(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
  payees: readonly PayeeCode[] = [],
): Promise<RequestRow> {
  const [row] = await loadRequests(db, context, [code], lock, payees)
  return row as RequestRow
}

export const OPEN: readonly RequestRow['state'][] = ['draft', 'rejected', 'withdrawn']

/** The steps of an answer. None while a request is a draft, rejected or withdrawn, as submitting it computes the steps anew from the approval rules. */
export const stepsOf = ({ state, steps }: ListedRow): ListedRow['steps'] =>
  OPEN.includes(state) ? [] : steps

/** What an act changes of a request, for its answer. */
export function stateOf(context: ProjectContext, row: ListedRow, people: People): ApprovedRequest {
  const mayWrite = mayNow(context, 'payment_request', 'write')
  const mayDelete = mayNow(context, 'payment_request', 'delete')
  const mayDecide = mayNow(context, 'payment_approval', 'write')
  const own = row.creator_id === context.userId
  const isOpen = OPEN.includes(row.state)
  const pending = row.state === 'pending'
  const names = stepText(stepNames(people, row.steps[row.step - 1]))
  const stranded = pending && isStranded(people, row)
  return {
    code: row.code,
    version: row.version,
    state: row.state,
    state_i18n: labelOf(REQUEST_STATES, row.state),
    step: row.step,
    step_count: stepsOf(row).length,
    waits_for: stranded ? '超级管理员' : names,
    escalation: stranded ? `${names || '该步'}没有可以审批的账号，由超级管理员审批` : null,
    updated_at: formatInstant(row.updated_at),
    submitted_at: row.submitted_at && formatInstant(row.submitted_at),
    decided_at: row.decided_at && formatInstant(row.decided_at),
    payment: row.payment_code === '' ? null : { code: row.payment_code, deleted: row.payment_id === null },
    can: {
      write: own && isOpen && mayWrite,
      delete: isOpen && mayWrite && (own || mayDelete),
      withdraw: own && pending && mayWrite,
      decide: pending && mayDecide && standing(people, row, context.userId) !== null,
    },
  }
}

/** Answers of requests as the list has them. */
export async function requestItems(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly ListedRow[],
  people: People,
): Promise<PaymentRequestItem[]> {
  const created = await createdOf(db, context, rows)
  const payee = await payeeFields(db, context, rows)
  const warnings = await warningsOf(db, context, rows)
  return rows.map((row) => ({
    ...stateOf(context, row, people),
    pay_at: row.pay_at,
    payer: row.payer,
    post: row.post,
    summary: row.summary,
    pay_amount_yuan: yuan(row.total),
    line_count: row.line_count,
    ...payee(row),
    ...created(row),
    warnings: warnings.get(row.id) ?? [],
  }))
}

/** Throws 422 for a request of somebody else. */
export function refuseOthers({ userId }: ProjectContext, row: RequestRow, verb: string): void {
  if (row.creator_id !== userId) throw refused(`只有发起人可以${verb}付款申请 ${row.code}`)
}
