import type { Ledger } from '../../platform/ledger.ts'

export const PAYMENT_REQUESTS = {
  resource: 'payment_request',
  table: 'payment_requests',
  parts: { payment_request_acts: '审批记录', payment_request_attachments: '付款申请凭证' },
  label: ['code'],
  // Bodies name records by code: a record that is deleted meanwhile is missed when the payment is booked.
  subjects: [],
  contract: null,
  type: null,
  files: 'payment_request_attachments',
  shownIn: ['cost_report'],
} as const satisfies Ledger

/** The rules of a project, and who stands in for whom. */
export const APPROVALS = {
  resource: 'payment_approval',
  table: 'approval_rules',
  parts: { approval_deputies: '代理审批' },
  label: null,
  subjects: [],
  contract: null,
  type: null,
  files: null,
  shownIn: ['payment_request', 'cost_execution', 'payable'],
} as const satisfies Ledger
