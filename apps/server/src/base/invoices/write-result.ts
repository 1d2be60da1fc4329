import { FAILED, type Invoice, type InvoiceStatus, PASSED } from '@pianzhang/contract/invoices'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { usedFault } from './allocate.ts'
import { repetitions } from './duplicates.ts'
import { claimKeys, fileKeys, lockSimilar, type Numbered, numberKey, releaseKeys } from './keys.ts'
import { invoiceAnswer, loadInvoice, type StoredInvoice, snapshot } from './load.ts'
import type { Figures } from './provider/provider.ts'
import { usesOf } from './uses.ts'

/** The result of a check by the provider or by hand. */
interface CheckResult {
  figures: Figures
  status: InvoiceStatus
  reason: string
}

/**
 * Writes the result of a check to a locked invoice. Payments use only passed invoices, under the same lock (references.ts of payments), so
 * an invoice that a payment line uses must stay passed: other results are 422. Throws 422 also for a number of another invoice.
 */
export async function writeResult(
  tx: Tx,
  context: ProjectContext,
  row: StoredInvoice,
  { figures, status, reason }: CheckResult,
): Promise<Invoice> {
  refuseVoided(row)
  const uses = (await usesOf(tx, context.project.id, [row.id])).get(row.id) ?? []
  if (status !== PASSED && uses[0])
    throw refused(`该发票已被付款 ${uses[0].payment} 使用，请先在该付款中取消关联再改变查验结果（${reason}）`)
  const fault = usedFault({ ...row, ...figures }, uses)
  if (fault !== null) throw invalid([{ field: 'total_amount', message: fault }])
  await moveKeys(tx, context, row, figures, status !== FAILED)
  // A duplicate that failed again with the same number is still a duplicate.
  const repeats = status === FAILED && numberKey(figures) === numberKey(row) ? row.twin_code : null
  await tx
    .updateTable('invoices')
    .set(({ eb }) => ({
      ...figures,
      status,
      reason,
      twin_project_id: repeats === null ? null : row.twin_project_id,
      twin_code: repeats,
      version: eb('version', '+', 1),
    }))
    .where('project_id', '=', context.project.id)
    .where('id', '=', row.id)
    .execute()
  const after = await loadInvoice(tx, context, row.code)
  await audit(tx, context, {
    action: 'update',
    resource: 'invoice',
    code: row.code,
    label: after.invoice_number,
    before: snapshot(row),
    after: snapshot(after),
  })
  return await invoiceAnswer(tx, context, after)
}

/**
 * Claims the keys of the invoice's number and files, and releases the key of its former number. `counts` false, for a failed or a voided
 * invoice, releases all its keys, as the genuine invoice or a better picture may still be uploaded. Throws 422 if another invoice owns a key.
 */
export async function moveKeys(
  tx: Tx,
  context: ProjectContext,
  row: StoredInvoice,
  figures: Numbered,
  counts: boolean,
): Promise<void> {
  const { companyId, project } = context
  const [had, wants] = [numberKey(row), numberKey(figures)]
  const files = await fileKeys(tx, project.id, row.id)
  const left = [...(!counts || had !== wants ? [had] : []), ...(counts ? [] : files)]
  const owner = { project_id: project.id, invoice_code: row.code }
  await releaseKeys(
    tx,
    companyId,
    left.filter((key) => key !== null),
    owner,
  )
  if (!counts) return
  await lockSimilar(tx, companyId, figures)
  const claim = (keys: readonly string[]) =>
    claimKeys(
      tx,
      context,
      keys.map((key) => ({ key, invoice_code: row.code })),
    )
  await claim(wants === null ? [] : [wants])
  await claim(files)
  const errors = await repetitions(tx, context, row, figures)
  if (errors.length > 0) throw invalid(errors)
}

/** Throws 422 for a voided invoice, which cannot be checked. */
export function refuseVoided({ voided_at }: { voided_at: Date | null }): void {
  if (voided_at !== null) throw refused('该发票已作废，请先撤销作废')
}
