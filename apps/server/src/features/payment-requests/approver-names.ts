import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** The names of roles and people of the company by code; deleted ones are absent. */
export async function approverNames(
  db: Db | Tx,
  { companyId }: Pick<ProjectContext, 'companyId'>,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map()
  const wanted = anyOf([...new Set(codes)])
  const roles = await db
    .selectFrom('roles')
    .select(['code', 'name'])
    .where('company_id', '=', companyId)
    .where('code', '=', wanted)
    .execute()
  const users = await db
    .selectFrom('users')
    .select(['code', 'name'])
    .where('company_id', '=', companyId)
    .where('code', '=', wanted)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map([...roles, ...users].map(({ code, name }) => [code, name]))
}

/** Locks these roles and people against deletion until the commit. */
export async function lockApprovers(
  tx: Tx,
  { companyId }: Pick<ProjectContext, 'companyId'>,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const wanted = anyOf([...new Set(codes)])
  for (const table of ['users', 'roles'] as const)
    await tx
      .selectFrom(table)
      .select('id')
      .where('company_id', '=', companyId)
      .where('code', '=', wanted)
      .orderBy('id')
      .forShare()
      .execute()
}
