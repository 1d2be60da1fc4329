import type { Fen } from '@pianzhang/contract/money'
import { type Actor, audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database.ts'

/** What is known of an invoice when it comes in; the rest stays empty. Amounts in fen, dates `YYYY-MM-DD`. */
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

/** Stores one invoice; answers its code. Whether the company has it already is the caller's to settle, with its status. */
export async function createInvoice(
  tx: Tx,
  actor: Actor & { userId: bigint; project: { id: bigint } },
  fields: InvoiceFields,
): Promise<{ id: bigint; code: string }> {
  const saved = await tx
    .insertInto('invoices')
    .values({
      ...fields,
      project_id: actor.project.id,
      code: newCode(),
      creator_id: actor.userId,
      created_at: actor.now,
    })
    .returning(['id', 'code', 'invoice_number'])
    .executeTakeFirstOrThrow()
  const { attachment_id: _, total_amount, amount_without_tax, ...after } = fields
  await audit(tx, actor, {
    action: 'create',
    resource: 'invoice',
    code: saved.code,
    label: saved.invoice_number,
    after: {
      ...after,
      total_amount: total_amount?.toString(),
      amount_without_tax: amount_without_tax?.toString(),
    },
  })
  return { id: saved.id, code: saved.code }
}
