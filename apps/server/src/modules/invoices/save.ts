import type { Fen } from '@pianzhang/contract/money'
import { type Actor, audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database.ts'

/** Fields of a new invoice; unknown ones stay empty. Amounts in fen, dates `YYYY-MM-DD`. */
export interface InvoiceFields {
  /** 0 passed, 1 failed (`reason` says why), 2 not yet checked. */
  status: 0 | 1 | 2
  reason?: string
  invoice_type?: string
  invoice_code?: string
  invoice_number?: string
  billing_date?: string | null
  total_amount?: Fen | null
  amount_without_tax?: Fen | null
  check_code?: string
  seller_tax_no?: string
  seller_name?: string
  /** The image; of the same project. */
  attachment_id?: bigint | null
}

/** Inserts invoices; returns their codes in the same order. Duplicates are the caller's to check. */
export async function createInvoices(
  tx: Tx,
  actor: Actor & { userId: bigint; project: { id: bigint } },
  invoices: readonly InvoiceFields[],
): Promise<string[]> {
  if (invoices.length === 0) return []
  const rows = invoices.map((fields) => ({
    ...fields,
    project_id: actor.project.id,
    code: newCode(),
    creator_id: actor.userId,
    created_at: actor.now,
  }))
  await tx.insertInto('invoices').values(rows).execute()
  const entries = invoices.map(({ attachment_id: _, total_amount, amount_without_tax, ...rest }, index) => ({
    action: 'create' as const,
    resource: 'invoice' as const,
    code: rows[index]?.code ?? '',
    label: rest.invoice_number ?? '',
    after: {
      ...rest,
      total_amount: total_amount?.toString(),
      amount_without_tax: amount_without_tax?.toString(),
    },
  }))
  await audit(tx, actor, ...entries)
  return rows.map((row) => row.code)
}
