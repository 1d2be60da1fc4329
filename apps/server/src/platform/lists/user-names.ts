import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../database/database.ts'
import type { Ask } from '../database/read-rows.ts'
import type { Person } from '../http/guard.ts'

/**
 * Names of the company's people by id, deleted ones too. Sends no statement if the caller is the only one. Not joined to the rows that refer to them,
 * as people belong to a company, and a project's tables may be on another server (docs/sql.md).
 */
export async function userNames(
  db: Db | Tx,
  { companyId, userId, userName }: Pick<Person, 'companyId' | 'userName'> & { userId: bigint | null },
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const names = new Map<bigint, string>(userId === null ? [] : [[userId, userName]])
  const others = [...new Set(ids)].filter((id) => !names.has(id))
  if (others.length === 0) return names
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(others))
    .execute()
  for (const { id, name } of rows) names.set(id, name)
  return names
}

/** The names of all people of a project's company by id, deleted ones too: for an export, whose rows may name any of them. */
export async function companyNames(ask: Ask, projectId: bigint): Promise<ReadonlyMap<bigint, string>> {
  const rows = await ask(sql<{ id: bigint; name: string }>`
    select u.id, u.name from users u join projects p on p.company_id = u.company_id where p.id = ${projectId}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
