import type { RoleDetail, RoleList, RoleQuery } from '@pianzhang/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { loadRole, roleAnswer, roleColumns, roleDetail, rolesOf } from './load.ts'

/** A page of the company's roles, newest first; the super administrator, as old as the company, comes last. */
export async function listRoles(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, RoleQuery, unknown>,
): Promise<RoleList> {
  const named = query.name ? sql`where ${contains(query.name, 'r.name')}` : sql``
  const { rows, count } = await listPage(
    db,
    {
      columns: roleColumns,
      from: sql`${rolesOf(context.companyId)} ${named}`,
      order: sql`r.id desc`,
    },
    query,
  )
  return { items: rows.map((row) => roleAnswer(context, row)), listTotal: count }
}

export async function showRole(
  db: Db,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<RoleDetail> {
  return roleDetail(context, await loadRole(db, context, params.code))
}
