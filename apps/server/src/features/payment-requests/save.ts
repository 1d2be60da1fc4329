import { today } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import type { PaymentRequest, PaymentRequestBody } from '@pianzhang/contract/payment-requests'
import type { PaymentBody } from '@pianzhang/contract/payments'
import { recordFiles } from '../../base/attachments/record-files.ts'
import { markUnlinked } from '../../base/attachments/unlink.ts'
import { resolvePayments, totalOf } from '../../books/payments/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { createdBy, ownerOf, updateRecord } from '../../platform/lists/records.ts'
import { runningNumber, takeNumbers } from '../../platform/numbers.ts'
import { linesOf } from './body-lines.ts'
import { withHiddenFields } from './hidden-fields.ts'
import { loadRequest, OPEN, type RequestRow, refuseOthers } from './load.ts'
import { logEntry } from './log.ts'
import { requestAnswer } from './show.ts'
import { submit } from './submit.ts'

const files = recordFiles('payment_request_attachments', 'request_id')

/**
 * The row to store for this body, and the ids of its pictures. Throws the failures of saving the same payment. `before`: the request that is edited; fields
 * of features that are off keep its values: the payee, and those of `withHiddenFields`.
 */
async function columnsOf(tx: Tx, context: ProjectContext, body: PaymentRequestBody, before?: RequestRow) {
  const [resolved] = await resolvePayments(tx, context, [body])
  const kept = before && !context.features.has('payee') ? before : null
  const lines = body.cost_execution_details
  const stored = storedBody({
    ...body,
    cost_execution_details: before ? withHiddenFields(context, linesOf(before), lines) : lines,
  })
  return {
    columns: {
      body: jsonFor({ ...stored, ...(kept && { payee_code: kept.body.payee_code ?? null }) }),
      total: totalOf(body),
      pay_at: body.pay_at,
      payer: body.payer,
      summary: body.summary,
      payee_id: kept ? kept.payee_id : (resolved?.payeeId ?? null),
    },
    pictures: [...new Set(resolved?.lines.flatMap(({ attachment_ids }) => attachment_ids) ?? [])],
  }
}

/** A body as the API takes it, so that it can be read again. */
const storedBody = ({ version: _, submit: __, ...body }: PaymentRequestBody): Record<string, unknown> =>
  ({
    ...body,
    cost_execution_details: body.cost_execution_details.map((line) => ({
      ...line,
      code: null,
      pay_amount: yuan(line.pay_amount),
      ...(line.invoices && {
        invoices: line.invoices.map(({ code, amount }) => ({
          code,
          ...(amount && { amount: yuan(amount) }),
        })),
      }),
    })),
  }) satisfies Record<keyof Omit<PaymentBody, 'version'>, unknown>

/** Creates a request, as a draft or sent at once. Throws 422 with all wrong fields, as a payment. */
export async function createRequest(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, PaymentRequestBody>,
): Promise<PaymentRequest> {
  const { project, services, now } = context
  const { columns, pictures } = await columnsOf(tx, context, body)
  const first = await takeNumbers(services.numbers, project.id, 'payment_request', 1)
  const code = runningNumber('SQ', today(now), first)
  const { id } = await tx
    .insertInto('payment_requests')
    .values({
      ...createdBy(ownerOf(context)),
      ...columns,
      code,
      state: 'draft',
      steps: '[]',
      sent_back: null,
      payment_id: null,
      submitted_at: null,
      decided_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await files.link(tx, project.id, [{ id, files: pictures }])
  return await saved(tx, context, code, body.submit, null)
}

/** Replaces a request that is not under way, by its author; sends it again if the body says so. */
export async function updateRequest(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, PaymentRequestBody>,
): Promise<PaymentRequest> {
  const { project } = context
  const before = await loadRequest(tx, context, params.code, true, [body.payee_code])
  refuseOthers(context, before, '修改')
  refuseClosed(before, '修改')
  const old = await requestAnswer(tx, context, before)
  const { columns, pictures } = await columnsOf(tx, context, body, before)
  await updateRecord(tx, context, 'payment_requests', before, body.version, columns)
  const removed = await files.remove(tx, project.id, [before.id])
  await files.link(tx, project.id, [{ id: before.id, files: pictures }], removed)
  return await saved(tx, context, params.code, body.submit, old)
}

async function saved(
  tx: Tx,
  context: ProjectContext,
  code: string,
  send: boolean,
  before: PaymentRequest | null,
): Promise<PaymentRequest> {
  const row = await loadRequest(tx, context, code)
  const after = await requestAnswer(tx, context, row)
  await audit(tx, context, logEntry(before ? 'update' : 'create', { ...(before && { before }), after }))
  return send ? await submit(tx, context, row) : after
}

/** Deletes requests that are not under way, all or none: one's own, and with the right to delete also others'. */
export async function removeRequest(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Record<string, never>> {
  const { project } = context
  const row = await loadRequest(tx, context, params.code, true)
  if (!context.can('payment_request', 'delete')) refuseOthers(context, row, '删除')
  refuseClosed(row, '删除')
  const before = await requestAnswer(tx, context, row)
  const removed = await files.remove(tx, project.id, [row.id])
  await tx
    .deleteFrom('payment_requests')
    .where('project_id', '=', project.id)
    .where('id', '=', row.id)
    .execute()
  await markUnlinked(tx, project.id, removed)
  await audit(tx, context, logEntry('delete', { before }))
  return {}
}

function refuseClosed({ code, state, payment_code }: RequestRow, verb: string): void {
  if (OPEN.includes(state)) return
  throw refused(
    state === 'pending'
      ? `付款申请 ${code} 正在审批，不能${verb}，请先撤回`
      : `付款申请 ${code} 已通过并记为付款 ${payment_code}，不能${verb}`,
  )
}
