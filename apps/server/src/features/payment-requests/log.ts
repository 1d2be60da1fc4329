import type { AuditAction } from '@pianzhang/contract/audit-logs'
import { labelOf } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { type PaymentRequest, REQUEST_STATES } from '@pianzhang/contract/payment-requests'
import { type Payment, type PaymentField, paymentFields } from '@pianzhang/contract/payments'
import { payeeFields } from '../../base/payees/find.ts'
import { loggedLine } from '../../books/payments/save.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { linesOf } from './body-lines.ts'
import { lineAnswers } from './lines.ts'
import type { RequestRow } from './load.ts'
import type { NamedRecords } from './references.ts'

type Action = Extract<
  AuditAction,
  'create' | 'update' | 'delete' | 'submit' | 'approve' | 'reject' | 'withdraw'
>

/** What the log has of a request: nothing that depends on time, reader or other records. */
type Logged = Pick<
  PaymentRequest,
  PaymentField | 'code' | 'payee' | 'pay_amount_yuan' | 'state_i18n' | 'payment' | 'cost_execution_details'
>

/** A request for the log. Its whole answer would cost an approval ten statements more. `named`: what `namesOf` found. */
export async function loggedRequest(
  db: Db | Tx,
  context: ProjectContext,
  row: RequestRow,
  named: NamedRecords,
): Promise<Logged> {
  const payee = await payeeFields(db, context, [row])
  return {
    ...paymentFields((field) => row[field]),
    ...payee(row),
    ...stateOf(row),
    code: row.code,
    pay_amount_yuan: yuan(row.total),
    cost_execution_details: lineAnswers(context, linesOf(row), named),
  }
}

/** A request for the log that was booked now: its payment has all that it names, so nothing is read again. */
export const loggedBooked = (row: RequestRow, payment: Payment): Logged => ({
  ...paymentFields((field) => payment[field]),
  payee: payment.payee,
  ...stateOf(row),
  code: row.code,
  pay_amount_yuan: payment.pay_amount_yuan,
  // A request's lines have no codes.
  cost_execution_details: payment.cost_execution_details.map((line) => ({ ...line, code: '' })),
})

/** The same request after an act that leaves its body as it is. */
export const afterAct = (before: Logged, row: RequestRow): Logged => ({ ...before, ...stateOf(row) })

const stateOf = ({ state, payment_code }: RequestRow) => ({
  state_i18n: labelOf(REQUEST_STATES, state),
  payment: payment_code === '' ? null : { code: payment_code, deleted: false },
})

const snapshot = (request: Logged) => ({
  code: request.code,
  ...paymentFields((field) => request[field]),
  payee: request.payee,
  pay_amount_yuan: request.pay_amount_yuan,
  state_i18n: request.state_i18n,
  payment_code: request.payment?.code ?? '',
  cost_execution_details: request.cost_execution_details.map(loggedLine),
})

/** The log entry of a request; `more`: a reason, and for whom a deputy acted. */
export function logEntry(
  action: Action,
  { before, after }: { before?: Logged; after?: Logged },
  more: { reason?: string; own?: boolean; for_name?: string } = {},
): AuditEntry {
  const request = (after ?? before) as Logged
  return {
    action,
    resource: 'payment_request',
    code: request.code,
    label: `${request.code} ${request.payer} ${request.pay_amount_yuan}元`,
    before: before ? snapshot(before) : null,
    after: after ? { ...snapshot(after), ...more } : null,
  }
}
