import type { BatchChanged } from '@pianzhang/contract/batch'
import { fenOf } from '@pianzhang/contract/money'
import {
  RECEIPT_FIELDS,
  type Receipt,
  type ReceiptBody,
  type ReceiptChanges,
  type ReceiptUpdate,
} from '@pianzhang/contract/receipts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
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
import { labelOf, loadReceipts, logEntry, readReceipt, receiptAnswers } from './load.ts'
import { findReferences, problemsOf, type References } from './rules.ts'

/** The fields of a receipt in the form and in a row of a spreadsheet. */
export type ReceiptFields = Omit<ReceiptBody, 'version'>

export async function createReceipt(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ReceiptBody>,
): Promise<Receipt> {
  const [code = ''] = await insertReceipts(tx, ownerOf(context), [body])
  const saved = await readReceipt(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

/**
 * Checks and inserts without a log entry, and returns the codes; an import uses it too and logs itself. Throws 422
 * with all wrong fields of the first invalid body.
 */
export async function insertReceipts(
  tx: Tx,
  owner: Owner,
  bodies: readonly ReceiptFields[],
): Promise<string[]> {
  const found = await findReferences(tx, owner.projectId, bodies)
  const rows = bodies.map((body) => ({
    ...columnsOf(body, found),
    ...ownedBy(owner),
    code: newCode(),
  }))
  for (const part of inserts(rows)) await tx.insertInto('receipts').values(part).execute()
  return rows.map(({ code }) => code)
}

/** The columns of a body. Throws 422 with all references that are missing or not allowed. */
export function columnsOf(body: ReceiptFields, found: References) {
  const problems = problemsOf(body, found)
  const category = found.categories.get(body.investment_category_id)
  if (problems.length > 0 || category === undefined) throw invalid(problems)
  const { contract_code, desc, ...own } = fieldsIn(body, RECEIPT_FIELDS)
  return {
    ...own,
    investment_category_id: category,
    contract_id: contract_code === null ? null : (found.contracts.get(contract_code)?.id ?? null),
    description: desc,
  }
}

/** A stored receipt as the form sends it. */
export const storedOf = (receipt: Receipt): ReceiptFields => ({
  ...fieldsIn(receipt, RECEIPT_FIELDS),
  amount: fenOf(receipt.amount_yuan),
})

export async function updateReceipt(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, ReceiptUpdate>,
): Promise<Receipt> {
  const projectId = context.project.id
  const before = await readReceipt(tx, context, params.code, true)
  const body = completed(given, storedOf(before))
  const columns = columnsOf(body, await findReferences(tx, projectId, [body]))
  await updateRecord(tx, context, 'receipts', before, body.version, columns)
  const saved = await readReceipt(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

/** Changes type or contract of several receipts together. */
export const changeReceipts = (
  tx: Tx,
  context: ProjectContext,
  input: Change<ReceiptChanges>,
): Promise<BatchChanged> =>
  changeFlat(tx, context, input, {
    table: 'receipts',
    load: async (codes) => receiptAnswers(tx, context, await loadReceipts(tx, context.project.id, codes)),
    nameOf: (_, record) => record && labelOf(record),
    logEntry,
    storedOf,
    find: (bodies) => findReferences(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    columns: { investment_category_id: 'investment_category_id', contract_code: 'contract_id' },
  })

/** Deletes all or none, with a log entry for each. Locks in the order of ids, so that batches cannot deadlock. */
export async function removeReceipts(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const rows = await loadReceipts(tx, context.project.id, codes, true)
  const removed = await receiptAnswers(tx, context, rows)
  await tx
    .deleteFrom('receipts')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((receipt) => logEntry('delete', { before: receipt })))
}
