import { isKnownType } from '@pianzhang/contract/invoice-types'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

// `invoice_keys` has a row for each number and each file of a company's invoices; who inserts a key first has it. Archived and
// deleted projects keep theirs: their invoices were claimed, and a deleted project can be restored.

/** An invoice by its project and code. */
export interface KeyOwner {
  project_id: bigint
  invoice_code: string
}

/** What tells an invoice from others. */
export interface Numbered {
  invoice_type: string
  invoice_code: string
  invoice_number: string
}

/**
 * 20 digits are unique by themselves, other numbers with their code, those of tickets, which have none, with the type. Null as long as
 * the number, or what it needs, is not known. Migration 0015 computes the same.
 */
export function numberKey({ invoice_type, invoice_code, invoice_number }: Numbered): string | null {
  if (invoice_number === '') return null
  if (/^\d{20}$/.test(invoice_number)) return invoice_number
  const series = invoice_code || (isKnownType(invoice_type) ? '' : invoice_type)
  return series === '' ? null : `${series}-${invoice_number}`.toUpperCase()
}

export const fileKey = (sha256: string): string => `sha256:${sha256}`

/**
 * Takes keys for invoices of the project; of a key that two of them want, the first in the list gets it. Returns who has each key
 * now. Sorted, so that concurrent transactions cannot deadlock; take the keys of numbers before those of files.
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
 * Makes uploads of the same numbers run one after the other, until the commit: the second finds the first one's invoice, and joins it or not. Sorted, so
 * that they cannot deadlock.
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
    .select('sha256')
    .where('project_id', '=', projectId)
    .where('invoice_id', '=', id)
    .execute()
  return files.flatMap(({ sha256 }) => (sha256 === null ? [] : [fileKey(sha256)]))
}

/** Who has these keys. */
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

/** How the key of an 8-digit number ends: issuers repeat these numbers. Null for longer ones, which do not repeat. */
const endOf = ({ invoice_number: number }: Numbered) => (/^\d{8}$/.test(number) ? `-${number}` : null)

/** Makes checks that pass the same 8 digits run one after the other, until the commit: `similarOwners` compares different keys. */
export async function lockSimilar(tx: Tx, companyId: bigint, invoice: Numbered): Promise<void> {
  const end = endOf(invoice)
  if (end !== null) await lockNumbers(tx, companyId, [end])
}

/** Who has the same 8 digits with a code where this invoice has none, or none where it has one: the missing code may be the same. */
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

/** Gives back those of these keys that this invoice has. */
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
