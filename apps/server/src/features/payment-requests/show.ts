import { changesOf } from '@pianzhang/contract/audit-changes'
import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import { type Fen, sum, yuan } from '@pianzhang/contract/money'
import { type PaymentRequest, REQUEST_ACTS, type SubjectLook } from '@pianzhang/contract/payment-requests'
import { paymentFields } from '@pianzhang/contract/payments'
import { maskedNumber } from '../../base/payees/load.ts'
import { duplicatesOf } from '../../books/payments/duplicates.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { payeeWithAccount } from './accounts.ts'
import { instalmentsOf, linesOf, plannedOf } from './body-lines.ts'
import { contractLooks, cutOff, figuresOf, seesBudgets, seesContracts, seesPayments } from './figures.ts'
import { lineAnswers } from './lines.ts'
import { loadRequest, type RequestRow, requestItems, stepsOf } from './load.ts'
import { type People, peopleOf, stepNames } from './people.ts'
import { type NamedRecords, namedIn } from './references.ts'

/** One request with all that a person needs to decide on it. */
export async function showRequest(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<PaymentRequest> {
  return await requestAnswer(db, context, await loadRequest(db, context, params.code))
}

/** What the lines of a request name, and those that it was sent back with. */
export const namesOf = (db: Db | Tx, { project }: ProjectContext, row: RequestRow): Promise<NamedRecords> =>
  namedIn(db, project.id, [
    ...linesOf(row),
    ...(row.sent_back === null ? [] : linesOf({ body: row.sent_back })),
  ])

/** `known`: its names, read by an act that leaves its body as it is. */
export async function requestAnswer(
  db: Db | Tx,
  context: ProjectContext,
  row: RequestRow,
  people?: People,
  known?: NamedRecords,
): Promise<PaymentRequest> {
  const deciding = people ?? (await peopleOf(db, context))
  const [item] = await requestItems(db, context, [row], deciding)
  const lines = linesOf(row)
  const named = known ?? (await namesOf(db, context, row))
  return {
    ...(item as NonNullable<typeof item>),
    cost_execution_details: lineAnswers(context, lines, named),
    steps: stepsOf(row).map((step, index) => ({
      names: row.state === 'pending' ? stepNames(deciding, step) : step.names,
      state:
        row.state === 'approved' || index + 1 < row.step
          ? 'done'
          : index + 1 === row.step
            ? 'current'
            : 'next',
    })),
    acts: await actsOf(db, context, row),
    changes: row.sent_back === null ? [] : changesSince(context, row, row.sent_back, named),
    account: await accountOf(db, context, row.payee_id),
    ...(await looksOf(db, context, row, named)),
    duplicates: await repeatedPayments(db, context, row, instalmentsOf(lines, named)),
  }
}

/** Payments that may be the same, for who may see payments; none of a request that is booked, as its own would be one. */
const repeatedPayments = async (
  db: Db | Tx,
  context: ProjectContext,
  { state, payee_id: id, total: amount, pay_at: payAt }: RequestRow,
  instalments: readonly bigint[],
) =>
  state === 'approved' || !seesPayments(context)
    ? { items: [], count: 0 }
    : await duplicatesOf(db, context, { payee: id === null ? null : { id, amount, payAt }, instalments })

async function actsOf(
  db: Db | Tx,
  context: ProjectContext,
  { id, creator_id }: Pick<RequestRow, 'id' | 'creator_id'>,
): Promise<PaymentRequest['acts']> {
  const rows = await db
    .selectFrom('payment_request_acts')
    .select(['step', 'act', 'user_id', 'for_id', 'reason', 'at', 'account_end'])
    .where('project_id', '=', context.project.id)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  const names = await userNames(
    db,
    context,
    rows.flatMap(({ user_id, for_id }) => [user_id, ...(for_id === null ? [] : [for_id])]),
  )
  return rows.map(({ step, act, user_id, for_id, reason, at, account_end }) => ({
    step,
    act,
    act_i18n: labelOf(REQUEST_ACTS, act),
    user_name: names.get(user_id) ?? '',
    for_name: for_id === null ? null : (names.get(for_id) ?? ''),
    own: act === 'approve' && (user_id === creator_id || for_id === creator_id),
    reason,
    at: formatInstant(at),
    account: account_end || null,
  }))
}

/** What is another since the request was sent back, in the words of the operation log. */
function changesSince(
  context: ProjectContext,
  now: RequestRow,
  sentBack: Record<string, unknown>,
  named: NamedRecords,
): PaymentRequest['changes'] {
  const state = (body: Record<string, unknown>) => {
    const lines = linesOf({ body })
    return {
      ...paymentFields((field) => body[field]),
      pay_amount_yuan: yuan(sum(lines.map(({ pay_amount }) => pay_amount))),
      cost_execution_details: lineAnswers(context, lines, named).map((line) => ({
        ...line,
        voucher_attachments: line.voucher_attachments.map(({ code }) => code),
      })),
    }
  }
  const { fields, lists } = changesOf({
    resource: 'payment_request',
    before: state(sentBack),
    after: state(now.body),
  })
  return [
    ...fields.filter((field) => field.state !== 'same'),
    ...lists.flatMap(({ lines }) =>
      lines.flatMap(({ title, fields: own }) =>
        own
          .filter((field) => field.state !== 'same')
          .map((field) => ({ ...field, label: `${title} ${field.label}` })),
      ),
    ),
  ].map(({ label, before, after }) => ({ label, before, after }))
}

async function accountOf(
  db: Db | Tx,
  context: ProjectContext,
  payeeId: bigint | null,
): Promise<PaymentRequest['account']> {
  const row = await payeeWithAccount(db, context, payeeId)
  if (!row || row.account === '') return null
  return {
    bank_name: row.bank_name,
    account_name: row.account_name || row.name,
    account: maskedNumber(row.account, 'account'),
  }
}

/** Subjects before and after, and contracts; of a request that is booked already none, as all figures have it in them. */
async function looksOf(
  db: Db | Tx,
  context: ProjectContext,
  row: RequestRow,
  named: NamedRecords,
): Promise<Pick<PaymentRequest, 'subjects' | 'contracts'>> {
  if (row.state === 'approved') return { subjects: [], contracts: [] }
  const planned = plannedOf(linesOf(row), named)
  const paying = new Map<bigint, Fen>()
  for (const { contract_id, amount } of planned)
    if (contract_id !== null) paying.set(contract_id, (paying.get(contract_id) ?? 0n) + amount)
  const contracts = seesContracts(context) ? await contractLooks(db, context.project.id, paying) : []
  if (!seesBudgets(context)) return { subjects: null, contracts }
  const ids = [...new Set(planned.map(({ subject_id }) => subject_id))]
  const asOf = await cutOff(db, context)
  const before = await figuresOf(db, context, ids, { asOf })
  const after = await figuresOf(db, context, ids, { planned, asOf })
  const subjects = [...named.subjects.values()]
    .filter(({ id }) => ids.includes(id))
    .map(
      ({ id, code, out_code, name }): SubjectLook => ({
        code,
        out_code,
        name,
        budget_yuan: yuan(before(id).budget),
        spent_yuan: yuan(before(id).spent),
        committed_yuan: yuan(before(id).committed),
        spent_after_yuan: yuan(after(id).spent),
        committed_after_yuan: yuan(after(id).committed),
      }),
    )
    .toSorted((a, b) => (a.out_code < b.out_code ? -1 : 1))
  return { subjects, contracts }
}
