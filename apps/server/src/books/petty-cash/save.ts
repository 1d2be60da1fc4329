import type { BatchChanged } from '@pianzhang/contract/batch'
import type { FieldError } from '@pianzhang/contract/errors'
import { fenOf } from '@pianzhang/contract/money'
import {
  PETTY_CASH_FIELDS,
  type PettyCashBody,
  type PettyCashChanges,
  type PettyCashDetail,
  type PettyCashUpdate,
} from '@pianzhang/contract/petty-cash'
import { pettyCashLimit } from '../../base/approvals/stored-rules.ts'
import { uploadIds } from '../../base/attachments/find.ts'
import { markUnlinked } from '../../base/attachments/unlink.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Change, changeFlat } from '../../platform/lists/change.ts'
import {
  completed,
  fieldsIn,
  inserts,
  type Owner,
  ownedBy,
  ownerOf,
  updateRecord,
} from '../../platform/lists/records.ts'
import { takeNumbers } from '../../platform/numbers.ts'
import type { Services } from '../../platform/services.ts'
import { loadPettyCashDetails, logEntry, readPettyCashDetail, voucherFiles } from './load.ts'
import { lockOpen } from './lock.ts'
import {
  findReferences,
  limitProblems,
  pettyCashNumber,
  problemsOf,
  type References,
  writtenOffAs,
} from './rules.ts'

/** The fields of a detail in the form; a row of a spreadsheet has no pictures. */
export type PettyCashFields = Omit<PettyCashBody, 'version' | 'voucher_attachment_codes'> &
  Partial<Pick<PettyCashBody, 'voucher_attachment_codes'>>

interface NumberedOwner extends Owner {
  services: Pick<Services, 'numbers'>
}

export async function createPettyCashDetail(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, PettyCashBody>,
): Promise<PettyCashDetail> {
  const [saved] = await createPettyCashDetails(tx, context, [body])
  return saved as PettyCashDetail
}

/** Creates details in this order, with a log entry for each. Throws 422 with all wrong fields of the first invalid body. */
export async function createPettyCashDetails(
  tx: Tx,
  context: ProjectContext,
  bodies: readonly PettyCashBody[],
): Promise<PettyCashDetail[]> {
  const owner = { ...ownerOf(context), services: context.services }
  const saved = await loadPettyCashDetails(tx, context, await insertPettyCashDetails(tx, owner, bodies))
  await audit(tx, context, ...saved.map((detail) => logEntry('create', { after: detail })))
  return saved
}

/**
 * Checks and inserts without a log entry, and returns the numbers; an import uses it too and logs itself. Throws 422
 * with all wrong fields of the first invalid body.
 */
export async function insertPettyCashDetails(
  tx: Tx,
  owner: NumberedOwner,
  bodies: readonly PettyCashFields[],
): Promise<string[]> {
  const { projectId } = owner
  const found = await findReferences(tx, projectId, bodies)
  const limit = await pettyCashLimit(tx, projectId)
  const columns = bodies.map((body) => columnsOf(body, found, limitProblems(limit, body.pay_amount)))
  const first = await takeNumbers(owner.services.numbers, projectId, 'imprest', bodies.length)
  const rows = columns.map((row, index) => ({
    ...row,
    ...ownedBy(owner),
    code: pettyCashNumber(row.pay_at, first + BigInt(index)),
  }))
  const ids = new Map<string, bigint>()
  for (const part of inserts(rows)) {
    const added = await tx.insertInto('petty_cash').values(part).returning(['id', 'code']).execute()
    for (const { id, code } of added) ids.set(code, id)
  }
  const linked = rows.map(({ code }, index) => ({
    id: ids.get(code) as bigint,
    files: filesOf(bodies[index], found),
  }))
  await voucherFiles.link(tx, projectId, linked)
  return rows.map(({ code }) => code)
}

/** The columns of a body. Throws 422 with all references that are missing or not allowed, and with `more`. */
export function columnsOf(body: PettyCashFields, found: References, more: readonly FieldError[] = []) {
  const problems = [...problemsOf(body, found), ...more]
  const subject = found.subjects.get(body.subject_three_code)
  if (problems.length > 0 || !subject) throw invalid(problems)
  const {
    subject_three_code: _,
    voucher_attachment_codes: __,
    contract_code,
    voucher_category,
    ...own
  } = fieldsIn(body, PETTY_CASH_FIELDS)
  return {
    ...own,
    subject_id: subject.id,
    pay_channel: Number(body.pay_channel),
    voucher_category: voucher_category === null ? null : Number(voucher_category),
    contract_id: contract_code === null ? null : (found.contracts.get(contract_code)?.id ?? null),
  }
}

const filesOf = (body: PettyCashFields | undefined, found: References): bigint[] =>
  uploadIds(body?.voucher_attachment_codes ?? [], found.attachments)

/** A stored detail as the form sends it. */
export const storedOf = (detail: PettyCashDetail): Required<PettyCashFields> => ({
  ...fieldsIn(detail, PETTY_CASH_FIELDS),
  pay_channel: detail.pay_channel.pay_channel_code as PettyCashBody['pay_channel'],
  voucher_category: (detail.voucher_category?.voucher_category_code ??
    null) as PettyCashBody['voucher_category'],
  face_tax_rate: detail.face_tax_rate || null,
  pay_amount: fenOf(detail.pay_amount_yuan),
  voucher_attachment_codes: detail.voucher_attachments.map(({ code }) => code),
})

/** Replaces an open detail and its pictures. The detail keeps its number even if the day of payment changes. */
export async function updatePettyCashDetail(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, PettyCashUpdate>,
): Promise<PettyCashDetail> {
  const projectId = context.project.id
  const ids = await lockOpen(tx, projectId, [params.code], '修改')
  const [id = 0n] = ids
  const before = await readPettyCashDetail(tx, context, params.code)
  const body = completed(given, storedOf(before))
  const found = await findReferences(tx, projectId, [body])
  const limit = await pettyCashLimit(tx, projectId)
  const columns = columnsOf(body, found, limitProblems(limit, body.pay_amount, fenOf(before.pay_amount_yuan)))
  await updateRecord(tx, context, 'petty_cash', before, body.version, columns)
  const removed = await voucherFiles.remove(tx, projectId, ids)
  await voucherFiles.link(tx, projectId, [{ id, files: filesOf(body, found) }], removed)
  const saved = await readPettyCashDetail(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

const COLUMNS = {
  post: 'post',
  subject_three_code: 'subject_id',
  pay_channel: 'pay_channel',
  voucher_category: 'voucher_category',
  contract_code: 'contract_id',
} as const

/** Changes fields of open details together. One that is written off is refused. */
export const changePettyCashDetails = (
  tx: Tx,
  context: ProjectContext,
  input: Change<PettyCashChanges>,
): Promise<BatchChanged> =>
  changeFlat(tx, context, input, {
    table: 'petty_cash',
    load: (codes) => loadPettyCashDetails(tx, context, codes),
    nameOf: (code) => code,
    logEntry,
    storedOf,
    find: (bodies) => findReferences(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    columns: COLUMNS,
    closed: ({ write_off_at, cost_execution_code }) =>
      write_off_at === null ? undefined : writtenOffAs(cost_execution_code),
  })

/** Deletes all or none, with a log entry for each. Throws 422 if one is written off. */
export async function removePettyCashDetails(
  tx: Tx,
  context: ProjectContext,
  codes: string[],
): Promise<void> {
  const projectId = context.project.id
  const ids = await lockOpen(tx, projectId, codes, '删除')
  const removed = await loadPettyCashDetails(tx, context, codes)
  const files = await voucherFiles.remove(tx, projectId, ids)
  await tx.deleteFrom('petty_cash').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await markUnlinked(tx, projectId, files)
  await audit(tx, context, ...removed.map((detail) => logEntry('delete', { before: detail })))
}
