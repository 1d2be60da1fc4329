import { FAILED, type InvoiceItem, type InvoiceStatus } from '@pianzhang/contract/invoices'
import type { Fen } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { type Actor, type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { changeLinks } from '../attachments/unlink.ts'
import { REPEATED } from './duplicates.ts'
import { claimKeys, fileKey, type KeyOwner, numberKey } from './keys.ts'
import { type StoredInvoice, snapshot } from './load.ts'

/** A file of an invoice, or a part of it: the how manyth invoice of the file, from 1 on, and its pages (empty: the whole file). */
export interface LinkedFile {
  attachment_id: bigint
  sha256: string
  part: number
  pages: readonly number[]
}

/** Fields of a new invoice; unknown ones stay empty. Amounts in fen, dates `YYYY-MM-DD`. */
export interface NewInvoice {
  /** `reason` says why it failed. A duplicate is stored as failed. */
  status: InvoiceStatus
  reason?: string
  invoice_type?: string
  invoice_code?: string
  invoice_number?: string
  billing_date?: string | null
  total_amount?: Fen | null
  amount_without_tax?: Fen | null
  tax_amount?: Fen | null
  check_code?: string
  seller_tax_no?: string
  seller_name?: string
  buyer_name?: string
  buyer_tax_no?: string
  items?: readonly InvoiceItem[]
  /** The text of its QR code. */
  coded?: string
  /** Its pictures and originals, attachments of the same project. */
  files?: readonly LinkedFile[]
  /** The reason of a duplicate that differs from the invoice that it repeats. */
  contrast?: string
}

type Writer = Actor & { userId: bigint; project: { id: bigint } }

/** The PostgreSQL types of the columns, whose values are sent as JSON. */
const COLUMNS = {
  code: 'text',
  status: 'smallint',
  reason: 'text',
  invoice_type: 'text',
  invoice_code: 'text',
  invoice_number: 'text',
  billing_date: 'date',
  total_amount: 'bigint',
  amount_without_tax: 'bigint',
  tax_amount: 'bigint',
  check_code: 'text',
  seller_tax_no: 'text',
  seller_name: 'text',
  buyer_name: 'text',
  buyer_tax_no: 'text',
  items: 'jsonb',
  coded: 'text',
  twin_project_id: 'bigint',
  twin_code: 'text',
} as const

type Row = Pick<StoredInvoice, keyof typeof COLUMNS>

/**
 * Inserts invoices with the links to their files and returns their codes in the same order. A duplicate (by number or file) of another
 * invoice of the company, or of an earlier one in the list, is stored as failed.
 */
export async function createInvoices(
  tx: Tx,
  actor: Writer,
  invoices: readonly NewInvoice[],
): Promise<string[]> {
  if (invoices.length === 0) return []
  const coded = invoices.map((invoice) => ({ invoice, code: newCode() }))
  const twins = await findTwins(tx, actor, coded)
  const rows = coded.map(({ invoice, code }) => rowOf(invoice, code, twins.get(code)))
  const columns = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)))
  const typed = sql.join(
    Object.entries(COLUMNS).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )
  await sql`insert into invoices (project_id, creator_id, created_at, ${columns})
    select ${actor.project.id}, ${actor.userId}, ${actor.now}, ${columns}
    from jsonb_to_recordset(${jsonFor(rows.map((row, ordinal) => ({ ...row, ordinal })))}::jsonb) as n(ordinal int, ${typed})
    order by n.ordinal`.execute(tx)
  await linkFiles(
    tx,
    actor,
    coded.flatMap(({ invoice, code }) =>
      (invoice.files ?? []).map((file, index) => ({ ...file, code, position: index + 1 })),
    ),
  )
  const names = await fileNames(tx, actor.project.id, invoices)
  await audit(
    tx,
    actor,
    ...rows.map((row, index): AuditEntry => {
      const files = invoices[index]?.files?.map(({ attachment_id }) => names.get(attachment_id))
      const { code, invoice_number: label } = row
      return { action: 'create', resource: 'invoice', code, label, after: { ...snapshot(row), files } }
    }),
  )
  return coded.map(({ code }) => code)
}

const rowOf = (invoice: NewInvoice, code: string, twin: KeyOwner | undefined): Row => ({
  code,
  status: twin ? FAILED : invoice.status,
  reason: twin ? (invoice.contrast ?? REPEATED) : (invoice.reason ?? ''),
  invoice_type: invoice.invoice_type ?? '',
  invoice_code: invoice.invoice_code ?? '',
  invoice_number: invoice.invoice_number ?? '',
  billing_date: invoice.billing_date ?? null,
  total_amount: invoice.total_amount ?? null,
  amount_without_tax: invoice.amount_without_tax ?? null,
  tax_amount: invoice.tax_amount ?? null,
  check_code: invoice.check_code ?? '',
  seller_tax_no: invoice.seller_tax_no ?? '',
  seller_name: invoice.seller_name ?? '',
  buyer_name: invoice.buyer_name ?? '',
  buyer_tax_no: invoice.buyer_tax_no ?? '',
  items: [...(invoice.items ?? [])],
  coded: invoice.coded ?? '',
  twin_project_id: twin?.project_id ?? null,
  twin_code: twin?.invoice_code ?? null,
})

async function fileNames(
  tx: Tx,
  projectId: bigint,
  invoices: readonly NewInvoice[],
): Promise<ReadonlyMap<bigint, string>> {
  const ids = invoices.flatMap(({ files = [] }) => files.map(({ attachment_id }) => attachment_id))
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('attachments')
    .select(['id', 'file_name'])
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, file_name }) => [id, file_name]))
}

interface Coded {
  invoice: NewInvoice
  code: string
}

/** Claims the keys of these invoices; returns the owners of the keys that other invoices have, by the code of the duplicate. */
async function findTwins(tx: Tx, actor: Writer, coded: readonly Coded[]): Promise<Map<string, KeyOwner>> {
  const twins = new Map<string, KeyOwner>()
  const take = async (keysOf: (invoice: NewInvoice) => readonly string[]) => {
    const left = coded.filter(({ code, invoice }) => invoice.status !== FAILED && !twins.has(code))
    const wanted = left.flatMap(({ invoice, code }) =>
      keysOf(invoice).map((key) => ({ key, invoice_code: code })),
    )
    const owners = await claimKeys(tx, actor, wanted)
    for (const { key, invoice_code } of wanted) {
      const owner = owners.get(key)
      if (owner && owner.invoice_code !== invoice_code) twins.set(invoice_code, owner)
    }
  }
  await take(({ invoice_type = '', invoice_code = '', invoice_number = '' }) => {
    const key = numberKey({ invoice_type, invoice_code, invoice_number })
    return key === null ? [] : [key]
  })
  // A duplicate by number claims no file keys: its files belong to the invoice that it repeats.
  await take(({ files = [] }) => files.map(fileKey))
  return twins
}

interface FileLink extends LinkedFile {
  code: string
  position: number
}

/** Links files to invoices of the project. A picture that is a payment's voucher as well keeps that link. */
export async function linkFiles(tx: Tx, { project }: Writer, links: readonly FileLink[]): Promise<void> {
  if (links.length === 0) return
  const added = links.map(({ attachment_id }) => attachment_id)
  await changeLinks(tx, project.id, { added, removed: [] }, () =>
    sql`insert into invoice_files (project_id, invoice_id, attachment_id, position, sha256, part, pages)
      select ${project.id}, i.id, n.attachment_id, n.position, n.sha256, n.part, n.pages
      from jsonb_to_recordset(${jsonFor(links)}::jsonb)
        as n(code text, attachment_id bigint, position smallint, sha256 text, part smallint, pages smallint[])
      join invoices i on i.project_id = ${project.id} and i.code = n.code`.execute(tx),
  )
}
