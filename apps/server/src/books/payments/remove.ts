import { markUnlinked } from '../../base/attachments/unlink.ts'
import { amountOf, exceededBy } from '../../base/invoices/allocate.ts'
import { refundedBy, removeUses } from '../../base/invoices/uses.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { fitsOneChunk, inChunks } from './chunks.ts'
import { removeLinks } from './link-attachments.ts'
import { type HeaderRow, headerColumns, withLines } from './load.ts'
import { countLines } from './load-lines.ts'
import { lockInvoices } from './references.ts'
import type { PaymentRules } from './rule.ts'
import { logEntry } from './save.ts'

/**
 * Deletes all or none, with a log entry for each that holds its last state. Locks in the order of ids, so that
 * batches cannot deadlock. Deleting a payment that a petty cash write-off posted opens its detail again.
 */
export async function removePayments(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  codes: string[],
): Promise<void> {
  const rows = await rowsByCode(
    tx,
    context.project.id,
    codes,
    { columns: headerColumns, table: 'payments', alias: 'c' },
    true,
  )
  const ids = rows.map(({ id }) => id)
  for (const { deleting } of rules) await deleting?.(tx, context, ids)
  await refuseExceeded(tx, context.project.id, rows)
  const files: bigint[] = []
  for (const chunk of await chunksOf(tx, context.project.id, rows))
    files.push(...(await removeChunk(tx, context, rules, chunk)))
  // One call for all chunks, so that the files are locked in the order of ids.
  await markUnlinked(tx, context.project.id, [...new Set(files)])
}

/**
 * Throws 422 if an invoice would be used by more than it is worth, as refunds of these payments gave back what others have taken since. Locks the
 * invoices after the payments, as a save does.
 */
async function refuseExceeded(tx: Tx, projectId: bigint, rows: readonly HeaderRow[]): Promise<void> {
  const codes = await refundedBy(
    tx,
    projectId,
    rows.map(({ id }) => id),
  )
  const removed = new Set(rows.map(({ code }) => code))
  for (const invoice of (await lockInvoices(tx, projectId, codes)).values()) {
    const left = amountOf(invoice.uses.filter(({ payment }) => !removed.has(payment)))
    const fault = exceededBy(invoice, left, removed)
    if (fault !== null) throw refused(fault)
  }
}

/**
 * Chunks of payments with at most `CHUNK_LINES` lines. Throws 422 if there are more lines than one request may delete.
 */
async function chunksOf(tx: Tx, projectId: bigint, rows: readonly HeaderRow[]): Promise<HeaderRow[][]> {
  if (fitsOneChunk(rows.length)) return [[...rows]]
  const linesOf = await countLines(
    tx,
    projectId,
    rows.map(({ id }) => id),
  )
  return inChunks(rows, ({ id }) => linesOf.get(id) ?? 0)
}

/** Deletes the payments of a chunk; returns the ids of the voucher pictures of their lines. */
async function removeChunk(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  rows: readonly HeaderRow[],
): Promise<bigint[]> {
  const projectId = context.project.id
  const payments = await withLines(tx, context, rows)
  const ids = rows.map((row) => row.id)
  for (const { releasing } of rules) await releasing?.(tx, context, ids, null)
  const files = await removeLinks(tx, projectId, ids)
  await removeUses(tx, projectId, ids)
  await tx
    .deleteFrom('payment_lines')
    .where('project_id', '=', projectId)
    .where('payment_id', '=', anyOf(ids))
    .execute()
  await tx.deleteFrom('payments').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await audit(tx, context, ...payments.map((payment) => logEntry('delete', { before: payment })))
  return files
}
