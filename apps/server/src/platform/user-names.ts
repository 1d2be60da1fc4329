import { anyOf, type Db, type Tx } from './database.ts'
import type { Person } from './guard.ts'

/**
 * Names of the company's people by id, deleted ones too. No statement if the only one is the caller. Not joined to the rows that refer to them,
 * as people belong to a company, and a project's tables may be on another server (ARCHITECTURE.md, "Statements").
 */
export async function userNames(
  db: Db | Tx,
  person: Pick<Person, 'companyId' | 'userId' | 'userName'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const names = new Map([[person.userId, person.userName]])
  const others = [...new Set(ids)].filter((id) => !names.has(id))
  if (others.length === 0) return names
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('company_id', '=', person.companyId)
    .where('id', '=', anyOf(others))
    .execute()
  for (const { id, name } of rows) names.set(id, name)
  return names
}
