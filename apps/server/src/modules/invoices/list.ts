import { formatInstant } from '@pianzhang/contract/calendar'
import {
  type InvoiceRow as Answer,
  INVOICE_STATUS,
  type InvoiceList,
  type InvoiceQuery,
  invoiceTypeName,
} from '@pianzhang/contract/invoices'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { mayNow } from '../../platform/guard.ts'
import { containing } from '../../platform/like.ts'
import { listPage } from '../../platform/list-page.ts'
import { listedCodes } from '../../platform/listed-values.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'

interface InvoiceRow {
  code: string
  version: number
  status: number
  reason: string
  invoice_type: string
  invoice_code: string
  invoice_number: string
  billing_date: string | null
  total_amount: bigint | null
  amount_without_tax: bigint | null
  check_code: string
  seller_tax_no: string
  seller_name: string
  created_at: Date
}

/** A page of invoices, newest first. */
export async function listInvoices(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, InvoiceQuery, unknown>,
): Promise<InvoiceList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<InvoiceRow>`i.code, i.version, i.status, i.reason, i.invoice_type, i.invoice_code, i.invoice_number, i.billing_date,
        i.total_amount, i.amount_without_tax, i.check_code, i.seller_tax_no, i.seller_name, i.created_at`,
      from: sql`invoices i where ${conditions(context.project.id, query)}`,
      order: sql`i.id desc`,
    },
    query,
  )
  return {
    items: rows.map((row) => invoiceAnswer(context, row)),
    listTotal: count,
    can: { write: mayNow(context, 'invoice', 'write') },
  }
}

/** The filters of the list on an invoice `i`. */
function conditions(
  projectId: bigint,
  query: Pick<InvoiceQuery, 'keywords' | 'status' | 'unused_for'>,
): RawBuilder<unknown> {
  const where = [sql`i.project_id = ${projectId}`]
  if (query.keywords) {
    const pattern = containing(query.keywords)
    where.push(
      sql`(i.invoice_number ilike ${pattern} or i.invoice_code ilike ${pattern} or i.seller_name ilike ${pattern})`,
    )
  }
  if (query.status.length > 0) {
    where.push(sql`i.status = any(${listedCodes(query.status)}::smallint[])`)
  }
  if (query.unused_for !== undefined)
    where.push(sql`not exists (select 1 from cost_execution_details d
      join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
      where d.project_id = ${projectId} and d.invoice_id = i.id and c.code <> ${query.unused_for})`)
  return sql.join(where, sql` and `)
}

const invoiceAnswer = (context: ProjectContext, row: InvoiceRow): Answer => ({
  code: row.code,
  version: row.version,
  status: row.status,
  status_i18n: INVOICE_STATUS[row.status] ?? '',
  invoice_type: row.invoice_type,
  invoice_type_i18n: invoiceTypeName(row.invoice_type),
  invoice_number: row.invoice_number,
  invoice_code: row.invoice_code,
  billing_date: row.billing_date,
  total_amount_yuan: row.total_amount === null ? null : yuan(row.total_amount),
  amount_without_tax_yuan: row.amount_without_tax === null ? null : yuan(row.amount_without_tax),
  tax_amount_yuan: null,
  check_code: row.check_code,
  seller_tax_no: row.seller_tax_no,
  seller_name: row.seller_name,
  buyer_name: '',
  buyer_tax_no: '',
  duplicate_of: null,
  qr_read: false,
  invoice_pic: null,
  files: [],
  payment: null,
  creator_name: '',
  reason: row.reason,
  created_at: formatInstant(row.created_at),
  can: { write: mayNow(context, 'invoice', 'write') },
})
