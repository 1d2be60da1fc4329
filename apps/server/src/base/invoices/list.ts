import {
  FAILED,
  type Invoice,
  type InvoiceFilters,
  type InvoiceList,
  type InvoiceQuery,
  type InvoiceSum,
} from '@pianzhang/contract/invoices'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { invoiceAnswer, invoiceRows, loadInvoice, rowColumns } from './load.ts'

/** A page of invoices, newest first. */
export async function listInvoices(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, InvoiceQuery, unknown>,
): Promise<InvoiceList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: rowColumns,
      from: sql`invoices i where ${conditions(context.project.id, query, context.features.has('missing_invoice'))}`,
      order: sql`i.id desc`,
      sums: sumColumns,
    },
    query,
  )
  return {
    items: await invoiceRows(db, context, rows),
    listTotal: count,
    sums: sumsOf(sums),
    can: { write: mayNow(context, 'invoice', 'write') },
  }
}

/** Sums of amounts with tax, and of amounts before tax where the total is not known. */
interface Sums {
  total_count: number
  total: bigint
  total_failed_count: number
  total_failed: bigint
  net_count: number
  net: bigint
  net_failed_count: number
  net_failed: bigint
}

const sumsOfKind = (kind: 'total' | 'net', amount: RawBuilder<unknown>, given: RawBuilder<unknown>) => {
  const name = (column: string) => sql.ref(`${kind}${column}`)
  // Voided invoices count nowhere.
  const known = sql`${given} and i.voided_at is null`
  const failed = sql`${known} and i.status = ${sql.lit(FAILED)}`
  return sql`(count(*) filter (where ${known}))::int as ${name('_count')},
    coalesce(sum(${amount}) filter (where ${known}), 0) as ${name('')},
    (count(*) filter (where ${failed}))::int as ${name('_failed_count')},
    coalesce(sum(${amount}) filter (where ${failed}), 0) as ${name('_failed')}`
}
const sumColumns: RawBuilder<Sums> = sql`${sumsOfKind('total', sql`i.total_amount`, sql`i.total_amount is not null`)},
  ${sumsOfKind('net', sql`i.amount_without_tax`, sql`i.total_amount is null and i.amount_without_tax is not null`)}`

const sumsOf = (sums: Sums): InvoiceSum[] =>
  (['total', 'net'] as const)
    .map((kind) => ({
      kind,
      count: sums[`${kind}_count`],
      amount_yuan: yuan(sums[kind]),
      failed_count: sums[`${kind}_failed_count`],
      failed_amount_yuan: yuan(sums[`${kind}_failed`]),
    }))
    .filter(({ count }) => count > 0)

export async function getInvoice(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Invoice> {
  return await invoiceAnswer(db, context, await loadInvoice(db, context, params.code))
}

/** The filters of list and export on an invoice `i`. `several`: whether an invoice may pay several lines. */
export function conditions(projectId: bigint, query: InvoiceFilters, several: boolean): RawBuilder<unknown> {
  const where: Conditions = [
    sql`i.project_id = ${projectId} and i.voided_at ${query.voided === '1' ? sql`is not null` : sql`is null`}`,
  ]
  if (query.keywords)
    where.push(contains(query.keywords, 'i.invoice_number', 'i.invoice_code', 'i.seller_name'))
  if (query.status.length > 0) {
    where.push(sql`i.status = any(${listedCodes(query.status)}::smallint[])`)
  }
  if (query.unused_for !== undefined) where.push(leftFor(projectId, query.unused_for, several))
  if (query.attachment_codes.length > 0)
    where.push(sql`exists (select 1 from invoice_files f
      join attachments a on a.project_id = ${projectId} and a.id = f.attachment_id
      where f.project_id = ${projectId} and f.invoice_id = i.id and a.code = any(${query.attachment_codes}))`)
  return filtered(where)
}

/** An invoice `i` of which lines of other payments than this one leave something; not `several`, or of an unknown amount: that none of them uses. */
function leftFor(projectId: bigint, payment: string, several: boolean): RawBuilder<unknown> {
  // The lines of one payment, read once: a join would read the lines and payments of every invoice.
  const own = sql`array(select d.id from payments c
    join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id
    where c.project_id = ${projectId} and c.code = ${payment})`
  const others = sql`from invoice_uses u
    where u.project_id = ${projectId} and u.invoice_id = i.id and u.line_id <> all(${own})`
  if (!several) return sql`not exists (select 1 ${others})`
  const worth = sql`coalesce(i.total_amount, i.amount_without_tax + i.tax_amount)`
  const used = sql`(select coalesce(sum(u.amount), 0) ${others})`
  return sql`(case when ${worth} > 0 then ${used} < ${worth} when ${worth} < 0 then ${used} > ${worth} else not exists (select 1 ${others}) end)`
}
