import { formatInstant } from '@pianzhang/contract/calendar'
import {
  INVOICE_STATUS,
  type Invoice,
  type InvoiceFile,
  type InvoiceFormat,
  type InvoiceItem,
  type InvoiceRow,
  type InvoiceStatus,
  invoiceTypeName,
} from '@pianzhang/contract/invoices'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { type AttachmentRow, attachmentAnswer } from '../attachments/link.ts'
import { worthOf } from './allocate.ts'
import { duplicateText, enteredProjects, REPEATED } from './duplicates.ts'
import { type Used, usedOf } from './uses.ts'

/** A row of `invoices` without its lines, which the list does not show. */
interface StoredRow {
  id: bigint
  code: string
  version: number
  status: InvoiceStatus
  reason: string
  invoice_type: string
  invoice_code: string
  invoice_number: string
  billing_date: string | null
  total_amount: bigint | null
  amount_without_tax: bigint | null
  tax_amount: bigint | null
  check_code: string
  seller_tax_no: string
  seller_name: string
  buyer_name: string
  buyer_tax_no: string
  coded: string
  twin_project_id: bigint | null
  twin_code: string | null
  voided_at: Date | null
  voider_id: bigint | null
  void_reason: string
  creator_id: bigint
  created_at: Date
}
export interface StoredInvoice extends StoredRow {
  items: InvoiceItem[]
}

/** The columns of an invoice `i`. */
export const rowColumns: RawBuilder<StoredRow> = sql`i.id, i.code, i.version, i.status, i.reason, i.invoice_type,
  i.invoice_code, i.invoice_number, i.billing_date, i.total_amount, i.amount_without_tax, i.tax_amount, i.check_code,
  i.seller_tax_no, i.seller_name, i.buyer_name, i.buyer_tax_no, i.coded, i.twin_project_id, i.twin_code, i.voided_at, i.voider_id,
  i.void_reason, i.creator_id, i.created_at`
export const invoiceColumns: RawBuilder<StoredInvoice> = sql`${rowColumns}, i.items`

/** One invoice of the project. Throws 404. `lock` locks it until the commit. */
export async function loadInvoice(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<StoredInvoice> {
  const { rows } = await sql<StoredInvoice>`select ${invoiceColumns} from invoices i
    where i.project_id = ${context.project.id} and i.code = ${code} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  if (!rows[0]) throw missing()
  return rows[0]
}

/** Locks these invoices of the project until the commit, in the order of their ids; returns them by code. */
export async function lockInvoices(
  tx: Tx,
  { project }: ProjectContext,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredInvoice>> {
  const { rows } = await sql<StoredInvoice>`select ${invoiceColumns} from invoices i
    where i.project_id = ${project.id} and i.code = any(${codes}) order by i.id for update`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

/** A list names so many uses of each invoice. */
const FIRST_USES = 20

/**
 * These invoices as the list answers them. Files, payments, creators and projects are looked up by id, with one statement each. `most`: uses of
 * each; null: all.
 */
export async function invoiceRows(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly StoredRow[],
  most: number | null = FIRST_USES,
): Promise<InvoiceRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const files = await loadFiles(db, context, ids)
  const used = await usedOf(db, context.project.id, ids, most)
  const created = await createdOf(db, context, rows)
  const voiders = await userNames(
    db,
    context,
    rows.flatMap(({ voider_id }) => voider_id ?? []),
  )
  const projects = await enteredProjects(
    db,
    context,
    rows.flatMap((row) => row.twin_project_id ?? []),
  )
  return rows.map((row) => {
    const own = files.get(row.id) ?? []
    const picture = own.find(({ format }) => format === 'jpg' || format === 'png')
    const twin = row.twin_project_id === null ? undefined : projects.get(row.twin_project_id)
    return {
      code: row.code,
      version: row.version,
      status: row.status,
      status_i18n: INVOICE_STATUS[row.status] ?? '',
      invoice_type: row.invoice_type,
      invoice_type_i18n: invoiceTypeName(row.invoice_type),
      invoice_number: row.invoice_number,
      invoice_code: row.invoice_code,
      billing_date: row.billing_date,
      total_amount_yuan: yuanOrNull(row.total_amount),
      amount_without_tax_yuan: yuanOrNull(row.amount_without_tax),
      tax_amount_yuan: yuanOrNull(row.tax_amount),
      check_code: row.check_code,
      seller_tax_no: row.seller_tax_no,
      seller_name: row.seller_name,
      buyer_name: row.buyer_name,
      buyer_tax_no: row.buyer_tax_no,
      reason:
        row.twin_code === null
          ? row.reason
          : reasonOf(row, duplicateText(context, row.twin_project_id, twin)),
      duplicate_of:
        twin && row.twin_code !== null
          ? { code: row.twin_code, project_code: twin.code, project_name: twin.name }
          : null,
      qr_read: row.coded !== '',
      invoice_pic: picture
        ? {
            file_name: picture.file_name,
            file_url: picture.file_url,
            ...(picture.thumb_url && { thumb_url: picture.thumb_url }),
          }
        : null,
      files: own,
      voided: row.voided_at && {
        reason: row.void_reason,
        by: voiders.get(row.voider_id ?? 0n) ?? '',
        at: formatInstant(row.voided_at),
      },
      ...usedBy(row, used.get(row.id)),
      ...created(row),
      can: { write: mayNow(context, 'invoice', 'write') },
    }
  })
}

const UNUSED: Used = { first: [], lines: 0, payments: 0, amount: 0n }

/** The only payment of an invoice, its uses and what is left of it. */
function usedBy(
  row: StoredRow,
  { first: uses, lines, payments, amount: used }: Used = UNUSED,
): Pick<InvoiceRow, 'payment' | 'uses' | 'used' | 'left_amount_yuan'> {
  const [only] = uses
  const payment = only && lines === 1 ? { code: only.payment, line_code: only.line } : null
  const worth = worthOf(row)
  return {
    payment,
    uses: uses.map(({ payment: code, line, amount }) => ({
      code,
      line_code: line,
      amount_yuan: yuan(amount),
    })),
    used: { lines, payments, amount_yuan: yuan(used) },
    left_amount_yuan: worth === null ? null : yuan(worth - used),
  }
}

/** One invoice with its lines and all of its uses. */
export async function invoiceAnswer(
  db: Db | Tx,
  context: ProjectContext,
  row: StoredInvoice,
): Promise<Invoice> {
  const [answer] = await invoiceRows(db, context, [row], null)
  if (!answer) throw missing()
  return { ...answer, items: row.items }
}

/** The reason of a duplicate: that it repeats another invoice, then how it differs or, if a person failed it again by hand, that person's reason. */
const reasonOf = ({ reason }: StoredRow, repeats: string) =>
  reason.startsWith(REPEATED) ? repeats + reason.slice(REPEATED.length) : `${repeats}；${reason}`

const yuanOrNull = (fen: bigint | null) => (fen === null ? null : yuan(fen))

async function loadFiles(
  db: Db | Tx,
  context: ProjectContext,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, InvoiceFile[]>> {
  const projectId = context.project.id
  const { rows } = await sql<
    AttachmentRow & { invoice_id: bigint; kind: InvoiceFormat; sha256: string; pages: number[] }
  >`select f.invoice_id, f.sha256, f.pages, a.kind, a.code, a.file_name, a.file_size::int4 as file_size, a.has_thumb
    from invoice_files f join attachments a on a.project_id = ${projectId} and a.id = f.attachment_id
    where f.project_id = ${projectId} and f.invoice_id = any(${ids}) order by f.invoice_id, f.position`.execute(
    db,
  )
  const files = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map(
    [...files].map(([id, own]) => [
      id,
      own.map((row) => {
        const { file_name, file_url, thumb_url } = attachmentAnswer(context, row, 'invoice')
        return {
          format: row.kind,
          attachment_code: row.code,
          file_name,
          file_url,
          ...(thumb_url && { thumb_url }),
          sha256: row.sha256,
          pages: row.pages,
        }
      }),
    ]),
  )
}

/** The formats of these invoices' files. */
export async function formatsOf(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, InvoiceFormat[]>> {
  const { rows } = await sql<{
    id: bigint
    kind: InvoiceFormat
  }>`select f.invoice_id as id, a.kind from invoice_files f
    join attachments a on a.project_id = ${projectId} and a.id = f.attachment_id
    where f.project_id = ${projectId} and f.invoice_id = any(${ids})`.execute(db)
  const formats = new Map<bigint, InvoiceFormat[]>()
  for (const { id, kind } of rows) {
    const own = formats.get(id)
    if (own) own.push(kind)
    else formats.set(id, [kind])
  }
  return formats
}

/**
 * An invoice's fields for the operation log, amounts in yuan. The invoice that a duplicate repeats is left out, as readers of the log may not
 * be allowed to enter its project.
 */
export const snapshot = (
  row: Omit<
    StoredInvoice,
    | 'id'
    | 'code'
    | 'version'
    | 'twin_project_id'
    | 'twin_code'
    | 'voided_at'
    | 'voider_id'
    | 'void_reason'
    | 'creator_id'
    | 'created_at'
  >,
) => ({
  status: row.status,
  reason: row.reason,
  invoice_type: row.invoice_type,
  invoice_code: row.invoice_code,
  invoice_number: row.invoice_number,
  billing_date: row.billing_date,
  total_amount: yuanOrNull(row.total_amount),
  amount_without_tax: yuanOrNull(row.amount_without_tax),
  tax_amount: yuanOrNull(row.tax_amount),
  check_code: row.check_code,
  seller_tax_no: row.seller_tax_no,
  seller_name: row.seller_name,
  buyer_name: row.buyer_name,
  buyer_tax_no: row.buyer_tax_no,
  coded: row.coded,
  items: row.items,
})
