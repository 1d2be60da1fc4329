import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

// `invoice_keys` has a row for each number and each file of a company's invoices; who inserts a key first has it. Archived and
// deleted projects keep theirs: their invoices were claimed, and a deleted project can be restored.

/** An invoice by its project and code. */
export interface KeyOwner {
  project_id: bigint
  invoice_code: string
}

/** 20 digits are unique by themselves, other numbers with their code. Null without a number. Migration 0015 computes the same. */
export const numberKey = (invoice: { invoice_code: string; invoice_number: string }): string | null =>
  invoice.invoice_number === ''
    ? null
    : /^\d{20}$/.test(invoice.invoice_number)
      ? invoice.invoice_number
      : `${invoice.invoice_code}-${invoice.invoice_number}`.toUpperCase()

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

/** Gives a number back, if this invoice has it. */
export async function releaseKey(tx: Tx, companyId: bigint, key: string, owner: KeyOwner): Promise<void> {
  await sql`delete from invoice_keys where company_id = ${companyId} and key = ${key}
    and project_id = ${owner.project_id} and invoice_code = ${owner.invoice_code}`.execute(tx)
}
