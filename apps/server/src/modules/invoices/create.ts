import type { CreatedInvoices, InvoiceBody } from '@pianzhang/contract/invoices'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { invoiceColumns, invoiceRows, type StoredInvoice } from './load.ts'
import type { ReadFile } from './reading/read-files.ts'
import { createInvoices, type NewInvoice } from './save.ts'

const UNCHECKED = 2

/** An invoice for each file that was read, duplicates as failed ones. */
export async function addInvoices(
  tx: Tx,
  context: ProjectContext,
  { ahead }: Input<unknown, unknown, InvoiceBody> & { ahead: ReadFile[] },
): Promise<CreatedInvoices> {
  const codes = await createInvoices(tx, { ...context, now: context.services.clock() }, ahead.map(invoiceOf))
  const { rows } = await sql<StoredInvoice>`select ${invoiceColumns} from invoices i
    where i.project_id = ${context.project.id} and i.code = any(${codes})`.execute(tx)
  const answers = await invoiceRows(tx, context, rows)
  const items = codes.flatMap((code, index) => {
    const at = rows.findIndex((row) => row.code === code)
    const [answer, row, file] = [answers[at], rows[at], ahead[index]]
    if (!answer || !row || !file) return []
    const { code: attachment_code, file_name } = file.attachment
    return [{ ...answer, items: row.items, attachment_code, file_name, merged: false }]
  })
  return { items }
}

const invoiceOf = ({ attachment, sha256, coded, figures, reason }: ReadFile): NewInvoice => ({
  ...figures,
  status: UNCHECKED,
  reason,
  coded,
  files: [{ attachment_id: attachment.id, sha256 }],
})
