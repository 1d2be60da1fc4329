import type { FieldError } from '@pianzhang/contract/errors'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { accountChangeOf } from './account-change.ts'
import { found } from './filters.ts'

/** Payees as records of projects name them, by id. A statement of its own, as projects' tables and companies' are never in one; none without ids. */
export async function payeeLinks(
  db: Db | Tx,
  { companyId, now }: Pick<PersonContext, 'companyId' | 'now'>,
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, PayeeLink>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('payees')
    .select(['id', 'code', 'name', 'account_changed_at', 'account_changed_by'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(wanted))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { code: row.code, name: row.name, account_change: accountChangeOf(row, now) },
    ]),
  )
}

/** The `payee` of answers of rows. */
export async function payeeFields(
  db: Db | Tx,
  context: PersonContext,
  rows: readonly { payee_id: bigint | null }[],
): Promise<(row: { payee_id: bigint | null }) => { payee: PayeeLink | null }> {
  const links = await payeeLinks(
    db,
    context,
    rows.map(({ payee_id }) => payee_id),
  )
  return ({ payee_id }) => ({ payee: payee_id === null ? null : (links.get(payee_id) ?? null) })
}

/** The payee that a filter names by its code, also by that of one that was merged into it; undefined: none. */
export async function findPayee(db: Db | Tx, companyId: bigint, code: string): Promise<bigint | undefined> {
  const payee = await db
    .selectFrom('payees')
    .select(['id', 'merged_into_id'])
    .where('company_id', '=', companyId)
    .where('code', '=', code)
    .executeTakeFirst()
  return payee && (payee.merged_into_id ?? payee.id)
}

/** Those of these payees that a keyword names: by a part of the name, of its pinyin or initials. */
export async function payeesNamed(
  db: Db | Tx,
  companyId: bigint,
  ids: readonly bigint[],
  keywords: string,
): Promise<bigint[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: bigint }>`select p.id from payees p
    where p.company_id = ${companyId} and p.id = ${anyOf(wanted)} and ${found(keywords)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of payees by the codes that a body names; a code that is absent here is none of the company. */
type FoundPayees = ReadonlyMap<string, bigint>

/** The payees that a transaction has locked. They stay as they are until its end, so an approval, which locks one before its request, does not read it again. */
const locked = new WeakMap<Tx, Map<string, bigint>>()

/**
 * Finds the payees of these codes and keeps them from being deleted or merged until the commit: a merge waits for the record that is saved, and
 * moves it too. A payee that was merged while a form was open is the one that it became. Without the feature nothing is read. Call it before a
 * record is locked, as a merge locks payees before records.
 */
export async function lockPayees(
  tx: Tx,
  context: PersonContext,
  codes: readonly (string | null | undefined)[],
): Promise<FoundPayees> {
  const ids = locked.get(tx) ?? new Map<string, bigint>()
  locked.set(tx, ids)
  const wanted = [...new Set(codes)].filter((code) => code != null && !ids.has(code))
  if (wanted.length === 0 || !context.features.has('payee')) return ids
  const columns = ['id', 'code', 'merged_into_id'] as const
  const rows = await tx
    .selectFrom('payees')
    .select(columns)
    .where('company_id', '=', context.companyId)
    .where('code', '=', anyOf(wanted))
    .orderBy('id')
    .forKeyShare()
    .execute()
  for (const { code, id, merged_into_id } of rows) ids.set(code, merged_into_id ?? id)
  // A merge points earlier ones at the newest target, so this ends after one step unless another merge was waited for.
  let moved = rows.flatMap(({ merged_into_id }) => merged_into_id ?? [])
  while (moved.length > 0) {
    const targets = await tx
      .selectFrom('payees')
      .select(columns)
      .where('company_id', '=', context.companyId)
      .where('id', '=', anyOf(moved))
      .orderBy('id')
      .forKeyShare()
      .execute()
    const next = new Map(targets.map(({ id, merged_into_id }) => [id, merged_into_id]))
    for (const [code, id] of ids) ids.set(code, next.get(id) ?? id)
    moved = targets.flatMap(({ merged_into_id }) => merged_into_id ?? [])
  }
  return ids
}

/** The error of a body that names a payee which does not exist. */
export const payeeFault = (
  { features }: Pick<PersonContext, 'features'>,
  code: string | null | undefined,
  found: FoundPayees,
): FieldError[] =>
  code != null && features.has('payee') && !found.has(code)
    ? [{ field: 'payee_code', message: '收款人不存在或已被删除' }]
    : []
