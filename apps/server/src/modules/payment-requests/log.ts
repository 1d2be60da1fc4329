import type { AuditAction } from '@pianzhang/contract/audit-logs'
import { paymentFields } from '@pianzhang/contract/cost-executions'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { loggedLine } from '../cost-executions/save.ts'

type Action = Extract<
  AuditAction,
  'create' | 'update' | 'delete' | 'submit' | 'approve' | 'reject' | 'withdraw'
>

/** A request for the log, without what depends on time, reader or other records. */
const snapshot = (request: PaymentRequest) => ({
  code: request.code,
  ...paymentFields((field) => request[field]),
  ...(request.payee !== undefined && { payee: request.payee }),
  pay_amount_yuan: request.pay_amount_yuan,
  state_i18n: request.state_i18n,
  payment_code: request.payment?.code ?? '',
  cost_execution_details: request.cost_execution_details.map(loggedLine),
})

/** The log entry of a request; `more`: a reason, and for whom a deputy acted. */
export function logEntry(
  action: Action,
  { before, after }: { before?: PaymentRequest; after?: PaymentRequest },
  more: { reason?: string; for_name?: string } = {},
): AuditEntry {
  const request = (after ?? before) as PaymentRequest
  return {
    action,
    resource: 'payment_request',
    code: request.code,
    label: `${request.code} ${request.payer} ${request.pay_amount_yuan}元`,
    before: before ? snapshot(before) : null,
    after: after ? { ...snapshot(after), ...more } : null,
  }
}
