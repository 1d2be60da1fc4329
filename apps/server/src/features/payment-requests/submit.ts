import { bandOf } from '@pianzhang/contract/approval-rules'
import type { PaymentRequest, RequestAct, RequestActBody } from '@pianzhang/contract/payment-requests'
import { rulesOf } from '../../base/approvals/stored-rules.ts'
import { loadPayment } from '../../books/payments/load.ts'
import { logEntry as paymentEntry, resolvePayments, storePayments } from '../../books/payments/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { checkVersion, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { updateRecords } from '../../platform/lists/records.ts'
import type { ApprovedAccount } from './accounts.ts'
import { approverNames } from './approver-names.ts'
import { bodyOf, loadRequest, OPEN, type RequestRow, refuseOthers } from './load.ts'
import { logEntry } from './log.ts'
import { tellDeciders } from './notices.ts'
import { requestAnswer } from './show.ts'

/** Appends to what was done with a request. `step` 0: by its author. */
export async function note(
  tx: Tx,
  { project, userId, now }: ProjectContext,
  requestId: bigint,
  act: RequestAct,
  {
    step = 0,
    forId = null,
    reason = '',
    account = null,
  }: { step?: number; forId?: bigint | null; reason?: string; account?: ApprovedAccount | null } = {},
): Promise<void> {
  await tx
    .insertInto('payment_request_acts')
    .values({
      project_id: project.id,
      request_id: requestId,
      step,
      act,
      user_id: userId,
      for_id: forId,
      reason,
      at: now,
      account_end: account?.account_end ?? null,
      account_digest: account?.account_digest ?? null,
    })
    .execute()
}

/** Saves the payment in the name of who asked for it; returns it and what its request becomes by that. The caller saves that, and logs both. */
export async function book(tx: Tx, context: ProjectContext, row: RequestRow) {
  const [code = ''] = await storePayments(tx, context, [bodyOf(row)], row)
  const { id, payee_id: _, ...loaded } = await loadPayment(tx, context, code)
  // The request's row has its payment only when the caller has saved it.
  const payment = { ...loaded, request_code: row.code }
  const changes = {
    state: 'approved',
    step: 0,
    waits: [] as string[],
    blocked: [] as bigint[],
    payment_id: id,
    payment_code: code,
    decided_at: context.now,
  } as const
  return { payment, changes }
}

/**
 * Sends a request that is locked and not under way. Its total's band says who decides; where nobody has to, it is booked at once, for which its
 * author needs the right to write payments.
 */
export async function submit(tx: Tx, context: ProjectContext, row: RequestRow): Promise<PaymentRequest> {
  const rules = await rulesOf(tx, context.project.id)
  const steps = rules.on ? (bandOf(row.total, rules.bands)?.steps ?? []) : []
  await note(tx, context, row.id, 'submit')
  if (steps.length === 0) {
    if (!context.can('cost_execution', 'write'))
      throw refused('该金额无需审批，您没有录入付款的权限，请由财务人员直接录入付款')
    const { payment, changes } = await book(tx, context, row)
    await updateRecords(tx, context, 'payment_requests', [row], {
      ...changes,
      steps: '[]',
      submitted_at: context.now,
    })
    await audit(tx, context, paymentEntry('create', { after: payment }))
  } else {
    await resolvePayments(tx, context, [bodyOf(row)], true)
    const names = await approverNames(tx, context, steps.flat())
    const [first] = steps
    await updateRecords(tx, context, 'payment_requests', [row], {
      state: 'pending',
      steps: jsonFor(steps.map((codes) => ({ codes, names: codes.map((code) => names.get(code) ?? '') }))),
      step: 1,
      waits: [...(first ?? [])],
      blocked: rules.selfApprove ? [] : [context.userId],
      submitted_at: context.now,
      decided_at: null,
    })
  }
  const sent = await loadRequest(tx, context, row.code)
  const after = await requestAnswer(tx, context, sent)
  await audit(tx, context, logEntry('submit', { after }))
  if (sent.state === 'pending') await tellDeciders(tx, context, sent)
  return after
}

export async function submitRequest(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, RequestActBody>,
): Promise<PaymentRequest> {
  const row = await loadRequest(tx, context, params.code, true)
  refuseOthers(context, row, '提交')
  if (!OPEN.includes(row.state)) throw refused(`付款申请 ${row.code} 已提交，请刷新后查看`)
  checkVersion(body.version, row.version)
  return await submit(tx, context, row)
}
