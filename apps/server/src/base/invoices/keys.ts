import { isKnownType } from '@pianzhang/contract/invoice-types'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

// `invoice_keys` has a row for each number and each file of a company's invoices; the invoice that inserts a key first owns it. Invoices of
// archived and deleted projects keep their keys: they were claimed as expenses, and a deleted project can be restored.

/** An invoice by its project and code. */
export interface KeyOwner {
  project_id: bigint
  invoice_code: string
}

/** The fields that identify an invoice. */
export interface Numbered {
  invoice_type: string
  invoice_code: string
  invoice_number: string
}

/**
 * The key of an invoice's number. A 20-digit number is unique by itself; other numbers need the invoice code, those of tickets, which have
 * no code, the type. Null while the number, or the code or type that it needs, is unknown.
 */
export function numberKey({ invoice_type, invoice_code, invoice_number }: Numbered): string | null {
  if (invoice_number === '') return null
  if (/^\d{20}$/.test(invoice_number)) return invoice_number
  const series = invoice_code || (isKnownType(invoice_type) ? '' : invoice_type)
  return series === '' ? null : `${series}-${invoice_number}`.toUpperCase()
}

/** The key of a file, or of one of its further invoices (`part` from 2 on), so that each of them is there once. */
export const fileKey = ({ sha256, part }: { sha256: string; part: number }): string =>
  part === 1 ? `sha256:${sha256}` : `sha256:${sha256}:${part}`

/**
 * Inserts keys for invoices of the project unless they have an owner; if two entries want one key, the first in the list gets it. Returns
 * each key's owner. Inserted in sorted order, so that concurrent transactions cannot deadlock; hence claim number keys before file keys.
 */
export async function claimKeys(
  tx: Tx,
  { companyId, project }: { companyId: bigint; project: { id: bigint } },
  wanted: readonly { key: string; invoice_code: string }[],
): Promise<ReadonlyMap<string, KeyOwner>> {
  if (wanted.length === 0) return new Map()
  const first = new Map(wanted.toReversed().map((entry) => [entry.key, entry]))
  await sql`insert into invoice_keys (company_id, key, project_id, invoice_code)
    select ${companyId}, n.key, ${project.id}, n.invoice_code
    from jsonb_to_recordset(${JSON.stringify([...first.values()])}::jsonb) as n(key text, invoice_code text)
    order by n.key on conflict do nothing`.execute(tx)
  return await keyOwners(tx, companyId, [...first.keys()])
}

/**
 * Takes advisory locks until the commit, so that uploads of the same number run one after the other: the second finds the first one's
 * invoice. Taken in sorted order, so that uploads cannot deadlock.
 */
export async function lockNumbers(tx: Tx, companyId: bigint, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted()) {
    const name = `invoice ${companyId} ${key}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
}

/** The keys of an invoice's files. */
export async function fileKeys(db: Db | Tx, projectId: bigint, id: bigint): Promise<string[]> {
  const files = await db
    .selectFrom('invoice_files')
    .select(['sha256', 'part'])
    .where('project_id', '=', projectId)
    .where('invoice_id', '=', id)
    .execute()
  return files.map(fileKey)
}

/** The owners of these keys, by key. */
export async function keyOwners(
  db: Db | Tx,
  companyId: bigint,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeyOwner>> {
  const { rows } = await sql<
    KeyOwner & { key: string }
  >`select key, project_id, invoice_code from invoice_keys
    where company_id = ${companyId} and key = any(${keys})`.execute(db)
  return new Map(rows.map(({ key, ...owner }) => [key, owner]))
}

/** The end of the key of an 8-digit number, which several issuers may use; null for longer numbers, which are unique. */
const endOf = ({ invoice_number: number }: Numbered) => (/^\d{8}$/.test(number) ? `-${number}` : null)

/**
 * Takes an advisory lock until the commit, so that checks that pass invoices with the same 8-digit number run one after the other:
 * `similarOwners` compares different keys, which no unique constraint does.
 */
export async function lockSimilar(tx: Tx, companyId: bigint, invoice: Numbered): Promise<void> {
  const end = endOf(invoice)
  if (end !== null) await lockNumbers(tx, companyId, [end])
}

/**
 * Owners of invoices with the same 8-digit number where this invoice, the other, or both lack an invoice code: the missing code may be
 * equal, so they may be duplicates.
 */
export async function similarOwners(
  db: Db | Tx,
  companyId: bigint,
  invoice: Numbered,
): Promise<readonly KeyOwner[]> {
  const end = endOf(invoice)
  if (end === null) return []
  const { rows } = await sql<
    KeyOwner & { key: string }
  >`select key, project_id, invoice_code from invoice_keys
    where company_id = ${companyId} and right(key, 9) = ${end}`.execute(db)
  return rows.filter(({ key }) => invoice.invoice_code === '' || /^\d{2}-/.test(key))
}

/** Deletes those of these keys that this invoice owns. */
export async function releaseKeys(
  tx: Tx,
  companyId: bigint,
  keys: readonly string[],
  owner: KeyOwner,
): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from invoice_keys where company_id = ${companyId} and key = any(${keys})
    and project_id = ${owner.project_id} and invoice_code = ${owner.invoice_code}`.execute(tx)
}
