import { today } from '@pianzhang/contract/calendar'
import { invoiceTypeName, PASSED } from '@pianzhang/contract/invoices'
import type { MatchBody, MissingMatches } from '@pianzhang/contract/missing-invoices'
import { type Fen, sum, yuan } from '@pianzhang/contract/money'
import { comparable } from '@pianzhang/contract/seller'
import { sql } from 'kysely'
import { isRed, worthOf } from '../../base/invoices/allocate.ts'
import { usesOf } from '../../base/invoices/uses.ts'
import { payeeFields } from '../../base/payees/find.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { reasonNumber } from './lines-without-invoice.ts'
import { type LineRow, lineAnswer, namedLines, orderOf } from './list.ts'
import { type Offered, proposeLines } from './proposals.ts'
import { onKept } from './stored-lines.ts'

interface InvoiceRow {
  id: bigint
  code: string
  status: number
  voided_at: Date | null
  invoice_number: string
  invoice_type: string
  billing_date: string | null
  seller_name: string
  total_amount: Fen | null
  amount_without_tax: Fen | null
  tax_amount: Fen | null
}

/** Most lines that are looked through for each request. */
const MOST = 2_000

/** Proposes lines for uploaded and checked invoices, by seller and amount. Writes nothing. Throws 422 for unknown invoices. */
export async function matchInvoices(
  _db: Db,
  context: ProjectContext,
  { body }: Input<unknown, unknown, MatchBody>,
): Promise<MissingMatches> {
  const { project, services, now } = context
  const day = today(now)
  const codes = [...new Set(body.invoice_codes)]
  return await onKept(services, project.id, async (tx) => {
    const invoices = await loadInvoices(tx, project.id, codes)
    const offered = await offers(tx, project.id, invoices)
    const rows = await wantingRows(tx, context, offered)
    const payeeOf = await payeeFields(tx, context, rows)
    const lines = rows.map((row) => ({
      ...row,
      names: [row.payer, ...(payeeOf(row).payee?.name === undefined ? [] : [payeeOf(row).payee?.name ?? ''])],
    }))
    const can = { link: mayNow(context, 'cost_execution', 'write') }
    const proposals = proposeLines(offered, lines)
    return {
      items: invoices.map((invoice, index) => {
        const { match = 'none', text = '', lines: found = [] } = proposals[index] ?? {}
        return {
          invoice: answerOf(invoice, offered[index]?.left ?? null),
          match,
          text,
          lines: found.map(({ line, amount }) => ({
            ...lineAnswer(line, day, payeeOf(line)),
            amount_yuan: amount === null ? null : yuan(amount),
            can,
          })),
        }
      }),
    }
  })
}

/** In the order of the codes. */
async function loadInvoices(tx: Tx, projectId: bigint, codes: readonly string[]): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select([
      'id',
      'code',
      'status',
      'voided_at',
      'invoice_number',
      'invoice_type',
      'billing_date',
      'seller_name',
    ])
    .select(['total_amount', 'amount_without_tax', 'tax_amount'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...codes]))
    .execute()
  const found = new Map(rows.map((row) => [row.code, row]))
  const unknown = codes.flatMap((code, index) =>
    found.has(code) ? [] : [{ field: `invoice_codes[${index}]`, message: '发票不存在' }],
  )
  if (unknown.length > 0) throw invalid(unknown)
  return codes.flatMap((code) => found.get(code) ?? [])
}

async function offers(tx: Tx, projectId: bigint, invoices: readonly InvoiceRow[]): Promise<Offered[]> {
  const uses = await usesOf(
    tx,
    projectId,
    invoices.map(({ id }) => id),
  )
  return invoices.map((invoice) => {
    const worth = worthOf(invoice)
    const net = worth === null && invoice.amount_without_tax !== null
    const left = worth === null ? null : worth - sum((uses.get(invoice.id) ?? []).map(({ amount }) => amount))
    const fault =
      invoice.voided_at !== null
        ? '该发票已作废'
        : invoice.status !== PASSED
          ? '发票尚未通过查验'
          : isRed(invoice)
            ? '红字发票不能用于补票'
            : left !== null && left <= 0n
              ? '发票金额已用完'
              : net
                ? '只有不含税金额，请先在查验中填写价税合计'
                : null
    return { code: invoice.code, seller: invoice.seller_name, left, fault }
  })
}

/** Lines that could have one of these invoices: of its seller, or that lack just what is left of it. Not those whose invoices only lack their originals. */
async function wantingRows(tx: Tx, context: ProjectContext, offered: readonly Offered[]): Promise<LineRow[]> {
  const projectId = context.project.id
  const usable = offered.filter(({ fault, left }) => fault === null && left !== null)
  if (usable.length === 0) return []
  const names = [...new Set(usable.flatMap(({ seller }) => spellings(seller)))]
  const payees = await payeesOf(tx, context, names)
  const lefts = [...new Set(usable.flatMap(({ left }) => left ?? []))]
  const { rows } = await sql<LineRow>`
    with found as materialized (
      select l.* from missing_lines l where l.project_id = ${projectId} and l.reason > 0
        and l.reason <> ${sql.lit(reasonNumber('original'))}
        and (l.payer = any(${names}::text[]) or l.lacking = any(${lefts}::bigint[]) or l.payment_id in (
          select c.id from payments c where c.project_id = ${projectId} and c.payee_id = any(${payees}::bigint[])))
      ${orderOf('desc')} limit ${MOST})
    ${namedLines(projectId, sql`found l`)} ${orderOf('desc')}`.execute(tx)
  return rows
}

/** With brackets of either width. */
const spellings = (name: string): string[] =>
  name.trim() === ''
    ? []
    : [name.trim(), comparable(name), comparable(name).replaceAll('(', '（').replaceAll(')', '）')]

async function payeesOf(tx: Tx, { companyId, features }: ProjectContext, names: string[]): Promise<bigint[]> {
  if (!features.has('payee') || names.length === 0) return []
  const rows = await tx
    .selectFrom('payees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', anyOf(names))
    .execute()
  return rows.map(({ id }) => id)
}

const amount = (fen: Fen | null) => (fen === null ? null : yuan(fen))
const answerOf = (invoice: InvoiceRow, left: Fen | null): MissingMatches['items'][number]['invoice'] => ({
  code: invoice.code,
  invoice_number: invoice.invoice_number,
  invoice_type: invoice.invoice_type,
  invoice_type_i18n: invoiceTypeName(invoice.invoice_type),
  billing_date: invoice.billing_date,
  seller_name: invoice.seller_name,
  total_amount_yuan: amount(invoice.total_amount),
  amount_without_tax_yuan: amount(invoice.amount_without_tax),
  tax_amount_yuan: amount(invoice.tax_amount),
  left_amount_yuan: amount(left),
})
