import { formatYuan } from '@pianzhang/contract/money'
import type {
  ApproveBody,
  ApprovedAnswer,
  ApprovedRequest,
  PaymentRequest,
  RejectBody,
  RequestActBody,
} from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import { logEntry as paymentEntry } from '../../books/payments/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { Failure, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { updateRecords } from '../../platform/lists/records.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { accountToKeep } from './accounts.ts'
import { loadRequest, loadRequests, type RequestRow, refuseOthers, stateOf } from './load.ts'
import { afterAct, logEntry, loggedBooked, loggedRequest } from './log.ts'
import { settleWaiting, tellAuthor, tellDeciders } from './notices.ts'
import { type People, peopleForLast, peopleOf, standing, stepNames } from './people.ts'
import { namesOf, requestAnswer } from './show.ts'
import { book, note } from './submit.ts'

/**
 * Throws 409 if a locked request is not pending any more, or has another version than the caller looked at; without `version` only its state is asked.
 * The message says what changed: the payee if the request got its `payee_version` since the look, else what was done last, and by whom.
 */
async function checkPending(
  tx: Tx,
  context: ProjectContext,
  row: RequestRow,
  version: number | undefined,
): Promise<void> {
  if (row.state === 'pending' && (version === undefined || version === row.version)) return
  const last = await tx
    .selectFrom('payment_request_acts')
    .select(['act', 'user_id'])
    .where('project_id', '=', context.project.id)
    .where('request_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const names = await userNames(tx, context, last ? [last.user_id] : [])
  const who = last?.user_id === context.userId ? '您' : (names.get(last?.user_id ?? 0n) ?? '')
  if (row.state === 'pending' && (version ?? 0) < row.payee_version)
    throw new Failure('stale', `付款申请 ${row.code} 的收款人资料在您查看后已变更，请核对后再审批`)
  if (row.state === 'pending')
    throw new Failure(
      'stale',
      last?.act === 'approve'
        ? `付款申请 ${row.code} 已由${who}同意，现为第 ${row.step} 步，请查看后再审批`
        : `付款申请 ${row.code} 在您查看后已修改并重新提交，请核对后再审批`,
    )
  const what = {
    approved: `已由${who}同意，并记为付款 ${row.payment_code}`,
    rejected: `已由${who}驳回`,
    withdrawn: `已由${who}撤回`,
    draft: '尚未提交',
  }[row.state]
  throw new Failure('stale', `付款申请 ${row.code} ${what}`)
}

/** For whom the caller decides; throws 422 in words for who may not take this step. */
async function standingOf(
  tx: Tx,
  context: ProjectContext,
  people: People,
  row: RequestRow,
): Promise<{ forId: bigint | null }> {
  const found = standing(people, row, context.userId)
  if (found) return found
  if (row.blocked.includes(context.userId))
    throw refused(
      (await hasApproved(tx, context, row))
        ? `付款申请 ${row.code} 您已审批过，须由其他人审批这一步`
        : `付款申请 ${row.code} 由您发起，不能由您审批`,
    )
  const names = stepNames(people, row.steps[row.step - 1]).join('或')
  throw refused(`付款申请 ${row.code} 待${names}审批，您不在审批人之列`)
}

/** Whether the caller, or a deputy of the caller, has approved a step since the request was sent last. */
async function hasApproved(tx: Tx, { project, userId }: ProjectContext, row: RequestRow): Promise<boolean> {
  const { rows } = await sql<{ approved: boolean }>`
    select exists (
      select 1 from payment_request_acts a
      where a.project_id = ${project.id} and a.request_id = ${row.id} and a.act = 'approve' and ${userId} in (a.user_id, a.for_id)
        and a.id > (select max(s.id) from payment_request_acts s
          where s.project_id = ${project.id} and s.request_id = ${row.id} and s.act = 'submit')) as approved`.execute(
    tx,
  )
  return rows[0]?.approved ?? false
}

/** Approves the step that a locked request waits for. The last step books the payment. */
async function approveStep(
  tx: Tx,
  context: ProjectContext,
  people: People,
  row: RequestRow,
  { reason = '', booking = book }: { reason?: string | undefined; booking?: typeof book } = {},
): Promise<RequestRow> {
  const { forId } = await standingOf(tx, context, people, row)
  const account = await accountToKeep(tx, context, row.payee_id)
  await note(tx, context, row.id, 'approve', { step: row.step, forId, reason, account })
  const next = row.steps[row.step]
  const booked = next ? null : await booking(tx, context, row)
  const before = booked
    ? loggedBooked(row, booked.payment)
    : await loggedRequest(tx, context, row, await namesOf(tx, context, row))
  const changes = booked?.changes ?? {
    step: row.step + 1,
    waits: next?.codes ?? [],
    blocked: [...row.blocked, context.userId, ...(forId === null ? [] : [forId])],
  }
  await updateRecords(tx, context, 'payment_requests', [row], changes)
  const after: RequestRow = { ...row, ...changes, version: row.version + 1, updated_at: context.now }
  await audit(
    tx,
    context,
    ...(booked ? [paymentEntry('create', { after: booked.payment })] : []),
    logEntry(
      'approve',
      { before, after: afterAct(before, after) },
      {
        reason,
        ...([context.userId, forId].includes(row.creator_id) && { own: true }),
        ...(await forName(tx, context, forId)),
      },
    ),
  )
  await settleWaiting(tx, context, row)
  if (next) await tellDeciders(tx, context, after)
  else
    await tellAuthor(
      tx,
      context,
      after,
      'approved',
      `付款申请已通过：${after.payer} ${formatYuan(after.total)} 元`,
      `已记为付款 ${after.payment_code}`,
    )
  return after
}

async function forName(tx: Tx, context: ProjectContext, forId: bigint | null) {
  if (forId === null) return {}
  return { for_name: (await userNames(tx, context, [forId])).get(forId) ?? '' }
}

export async function approveRequest(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, RequestActBody>,
): Promise<ApprovedRequest> {
  const row = await loadRequest(tx, context, params.code, true)
  await checkPending(tx, context, row, body.version)
  const isLast = row.steps[row.step] === undefined
  const people = isLast ? await peopleForLast(tx, context, row) : await peopleOf(tx, context)
  return stateOf(context, await approveStep(tx, context, people, row, body), people)
}

/** Approves several, all or none, in the order of their numbers. */
export async function approveRequests(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ApproveBody>,
): Promise<ApprovedAnswer> {
  const versions = new Map(body.items.map(({ code, version }) => [code, version]))
  const rows = await loadRequests(tx, context, [...versions.keys()], true)
  const people = await peopleOf(tx, context)
  const items: ApprovedAnswer['items'] = []
  for (const row of rows) {
    await checkPending(tx, context, row, versions.get(row.code))
    const at = body.items.findIndex(({ code }) => code === row.code)
    const booking: typeof book = (...given) => asItem(at, row, () => book(...given))
    const after = await approveStep(tx, context, people, row, { booking })
    const { code, state, payment_code } = after
    items.push({ code, state, payment_code: payment_code || null })
  }
  return { items }
}

/** Says of which of several requests the payment cannot be booked: by its number, and fields as those of its item. */
async function asItem<T>(at: number, { code }: RequestRow, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const errors = error.errors.map(({ field, message }) => ({ field: `items[${at}].${field}`, message }))
    throw new Failure(error.reason, `付款申请 ${code}：${error.message}`, errors, error.headers)
  }
}

export async function rejectRequest(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, RejectBody>,
): Promise<PaymentRequest> {
  const row = await loadRequest(tx, context, params.code, true)
  await checkPending(tx, context, row, body.version)
  const people = await peopleOf(tx, context)
  const { forId } = await standingOf(tx, context, people, row)
  const named = await namesOf(tx, context, row)
  const before = await loggedRequest(tx, context, row, named)
  await note(tx, context, row.id, 'reject', { step: row.step, forId, reason: body.reason })
  const after = await sendBack(tx, context, row, 'rejected')
  const answer = await requestAnswer(tx, context, after, people, named)
  await audit(
    tx,
    context,
    logEntry(
      'reject',
      { before, after: afterAct(before, after) },
      { reason: body.reason, ...(await forName(tx, context, forId)) },
    ),
  )
  await settleWaiting(tx, context, row)
  await tellAuthor(
    tx,
    context,
    after,
    'returned',
    `付款申请被驳回：${after.payer} ${formatYuan(after.total)} 元`,
    `${context.userName}：${body.reason}`,
  )
  return answer
}

/** Takes back a request that is under way, by its author. */
export async function withdrawRequest(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, RequestActBody>,
): Promise<PaymentRequest> {
  const row = await loadRequest(tx, context, params.code, true)
  refuseOthers(context, row, '撤回')
  await checkPending(tx, context, row, body.version)
  const named = await namesOf(tx, context, row)
  const before = await loggedRequest(tx, context, row, named)
  await note(tx, context, row.id, 'withdraw', { reason: body.reason })
  const after = await sendBack(tx, context, row, 'withdrawn')
  const answer = await requestAnswer(tx, context, after, undefined, named)
  await audit(
    tx,
    context,
    logEntry('withdraw', { before, after: afterAct(before, after) }, { reason: body.reason }),
  )
  await settleWaiting(tx, context, row)
  return answer
}

/** The body is kept, so that the next submission shows what is another. */
async function sendBack(
  tx: Tx,
  context: ProjectContext,
  row: RequestRow,
  state: 'rejected' | 'withdrawn',
): Promise<RequestRow> {
  await updateRecords(tx, context, 'payment_requests', [row], {
    state,
    step: 0,
    waits: [],
    blocked: [],
    sent_back: jsonFor(row.body),
    decided_at: context.now,
  })
  return await loadRequest(tx, context, row.code)
}
