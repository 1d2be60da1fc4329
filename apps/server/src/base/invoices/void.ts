import {
  FAILED,
  type Invoice,
  type InvoicesVoidBody,
  type InvoiceUnvoidBody,
  type InvoiceVoidBody,
} from '@pianzhang/contract/invoices'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { checkFound, checkVersion, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { invoiceAnswer, loadInvoice, lockInvoices, type StoredInvoice, snapshot } from './load.ts'
import { usesOf } from './uses.ts'
import { moveKeys } from './write-result.ts'

type ByCode<Body> = Input<{ code: string }, unknown, Body>

/** Voids one invoice. Throws 422 if a payment line uses the invoice or it is void already, 409 for a stale version. */
export async function voidInvoice(
  tx: Tx,
  context: ProjectContext,
  { params, body }: ByCode<InvoiceVoidBody>,
): Promise<Invoice> {
  const row = await loadInvoice(tx, context, params.code, true)
  await refuseUsed(tx, context, [row])
  checkVersion(body.version, row.version)
  await voidAll(tx, context, [row], body.reason)
  return await invoiceAnswer(tx, context, await loadInvoice(tx, context, params.code))
}

/** Voids several invoices, all or none. Throws 422 if a payment line uses one or one is void already, 404 if one is missing. */
export async function voidInvoices(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, InvoicesVoidBody>,
): Promise<Record<string, never>> {
  const codes = [...new Set(body.codes)]
  const rows = [...(await lockInvoices(tx, context, codes)).values()]
  checkFound(codes, rows)
  await refuseUsed(tx, context, rows)
  await voidAll(tx, context, rows, body.reason)
  return {}
}

/**
 * Throws 422 for a locked invoice that a payment line uses, or that is void already. Payments take the same lock before they use an invoice
 * (references.ts of payments), so either the line is seen here, or the payment sees the voided invoice.
 */
async function refuseUsed(tx: Tx, context: ProjectContext, rows: readonly StoredInvoice[]): Promise<void> {
  const uses = await usesOf(
    tx,
    context.project.id,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const [use] = uses.get(row.id) ?? []
    if (row.voided_at !== null) throw refused(`${nameOf(row)}已作废`)
    if (use) throw refused(`${nameOf(row)}已被付款 ${use.payment} 使用，请先在该付款中取消关联再作废`)
  }
}

async function voidAll(
  tx: Tx,
  context: ProjectContext,
  rows: readonly StoredInvoice[],
  reason: string,
): Promise<void> {
  for (const row of rows) await moveKeys(tx, context, row, row, false)
  await tx
    .updateTable('invoices')
    .set(({ eb }) => ({
      voided_at: context.now,
      voider_id: context.userId,
      void_reason: reason,
      version: eb('version', '+', 1),
    }))
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(
    tx,
    context,
    ...rows.map((row) => ({
      action: 'void' as const,
      resource: 'invoice' as const,
      code: row.code,
      label: row.invoice_number,
      before: { ...snapshot(row), void_reason: '' },
      after: { ...snapshot(row), void_reason: reason },
    })),
  )
}

const nameOf = ({ invoice_number }: StoredInvoice) =>
  invoice_number === '' ? '该发票' : `发票 ${invoice_number} `

/**
 * Restores a voided invoice with the status that it had. Throws 422 if it is not void, or if its number or file became another invoice's
 * meanwhile, 409 for a stale version.
 */
export async function unvoidInvoice(
  tx: Tx,
  context: ProjectContext,
  { params, body }: ByCode<InvoiceUnvoidBody>,
): Promise<Invoice> {
  const row = await loadInvoice(tx, context, params.code, true)
  if (row.voided_at === null) throw refused('该发票没有作废')
  checkVersion(body?.version, row.version)
  // A failed invoice has no keys.
  await moveKeys(tx, context, row, row, row.status !== FAILED)
  await tx
    .updateTable('invoices')
    .set(({ eb }) => ({
      voided_at: null,
      voider_id: null,
      void_reason: '',
      version: eb('version', '+', 1),
    }))
    .where('project_id', '=', context.project.id)
    .where('id', '=', row.id)
    .execute()
  await audit(tx, context, {
    action: 'unvoid',
    resource: 'invoice',
    code: row.code,
    label: row.invoice_number,
    before: { ...snapshot(row), void_reason: row.void_reason },
    after: { ...snapshot(row), void_reason: '' },
  })
  return await invoiceAnswer(tx, context, await loadInvoice(tx, context, params.code))
}
