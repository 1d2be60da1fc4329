import { MAX_DELETED_LINES, MAX_LINES, tooManyLines } from '@pianzhang/contract/payments'
import { markUnlinked } from '../../base/attachments/unlink.ts'
import { amountOf, exceededBy } from '../../base/invoices/allocate.ts'
import { refundedBy, removeUses } from '../../base/invoices/uses.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { removeLinks } from './link-attachments.ts'
import { type HeaderRow, headerColumns, withLines } from './load.ts'
import { countLines } from './load-lines.ts'
import { lockInvoices } from './references.ts'
import type { PaymentRules } from './rule.ts'
import { logEntry } from './save.ts'

/** Lines that are read, deleted and logged at a time, which bounds the memory. */
export const CHUNK_LINES = 5_000

/** Whether this many payments have at most `CHUNK_LINES` lines even if each has the most allowed. */
export const fitsOneChunk = (payments: number): boolean => payments * MAX_LINES <= CHUNK_LINES

/**
 * Payments in their order, in chunks of at most `CHUNK_LINES` lines; a larger payment is a chunk of its own.
 * Throws 422 if all together have more lines than one request may delete.
 */
export function inChunks<T>(payments: readonly T[], linesOf: (payment: T) => number): T[][] {
  const all = payments.reduce((sum, payment) => sum + linesOf(payment), 0)
  if (all > MAX_DELETED_LINES) throw invalid([{ field: 'codes', message: tooManyLines(all) }])
  const found: T[][] = []
  let room = 0
  for (const payment of payments) {
    const lines = linesOf(payment)
    if (lines > room || found.length === 0) {
      found.push([])
      room = CHUNK_LINES
    }
    found.at(-1)?.push(payment)
    room -= lines
  }
  return found
}

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
