import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { checkFound, missing } from '../../platform/http/errors.ts'

type Strength = 'update' | 'no key update'

/**
 * Locks the contracts with these codes until the commit and returns the codes that exist. Locks in the order of ids, so
 * that concurrent requests cannot deadlock. `update`, for deleting or renumbering, also waits for imports that book on them.
 */
export async function lockFound(
  tx: Tx,
  projectId: bigint,
  codes: readonly string[],
  strength: Strength = 'no key update',
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select k.code from contracts k
    where k.project_id = ${projectId} and k.code = any(${codes}) order by k.id for ${sql.raw(strength)}`.execute(
    tx,
  )
  return new Set(rows.map(({ code }) => code))
}

/** Locks contracts as `lockFound` does, but throws 404 if one is missing. */
export async function lockContracts(
  tx: Tx,
  projectId: bigint,
  codes: readonly string[],
  strength?: Strength,
): Promise<void> {
  const found = await lockFound(tx, projectId, codes, strength)
  checkFound(
    codes,
    [...found].map((code) => ({ code })),
  )
}

/**
 * Locks a contract for an edit. A new `number` changes a unique key, so the edit needs the `update` lock, which waits for
 * imports that book on the contract. It is taken at once, as upgrading a weaker lock later could deadlock with them.
 * Other edits do not wait for imports.
 */
export async function lockForUpdate(tx: Tx, projectId: bigint, code: string, number: string): Promise<void> {
  const row = await tx
    .selectFrom('contracts')
    .select('out_code')
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw missing()
  await lockContracts(tx, projectId, [code], row.out_code === number ? 'no key update' : 'update')
}
