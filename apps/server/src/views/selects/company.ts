import type { roleOptions } from '@pianzhang/contract/selects'
import { sql } from 'kysely'
import type { z } from 'zod'
import { entered } from '../../base/projects/load.ts'
import { anyOf, type Db } from '../../platform/database/database.ts'
import { rightsOf } from '../../platform/http/account.ts'
import { covers } from '../../platform/http/rights.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { type Options, type SelectInput, selectPage } from './options.ts'

/**
 * The company's roles, newest first, disabled ones too: the filter of accounts needs them. `refused`: why this person may not grant the role.
 */
export async function selectRoles(
  db: Db,
  context: PersonContext,
  { query }: SelectInput,
): Promise<z.output<typeof roleOptions>> {
  const roles = sql`select r.name as label, r.code as value, -r.id as sort_key from roles r where r.company_id = ${context.companyId}`
  const { items, listTotal } = await selectPage(db, roles, query)
  const codes = items.map(({ value }) => value)
  const { rows } = await sql<{ code: string; grants: Record<string, string[]> }>`
    select r.code, jsonb_object_agg(p.model, to_jsonb(p.actions)) as grants
    from roles r join role_permissions p on p.role_id = r.id
    where r.company_id = ${context.companyId} and r.code = ${anyOf(codes)} group by r.code`.execute(db)
  const beyond = new Set(
    rows.filter(({ grants }) => !covers(context, rightsOf(grants))).map(({ code }) => code),
  )
  return {
    items: items.map((item) => (beyond.has(item.value) ? { ...item, refused: '超出您的权限' } : item)),
    listTotal,
  }
}

/** The company's people, newest first, disabled ones too; searched by name only, so that phone numbers cannot be guessed digit by digit. */
export async function selectUsers(db: Db, context: PersonContext, { query }: SelectInput): Promise<Options> {
  const users = sql`select u.name as label, u.code as value, -u.id as sort_key from users u
    where u.company_id = ${context.companyId} and u.deleted_at is null`
  return await selectPage(db, users, query)
}

/** Options of the log's filter by person: the accounts of the company, newest first, then the deleted ones, marked as such. */
export async function selectLogUsers(
  db: Db,
  context: PersonContext,
  { query }: SelectInput,
): Promise<Options> {
  const users = sql`select u.name || case when u.deleted_at is null then '' else '（已删除）' end as label, u.code as value,
      row_number() over (order by u.deleted_at is not null, u.id desc) as sort_key
    from users u where u.company_id = ${context.companyId}`
  return await selectPage(db, users, query)
}

/** The projects that this person may enter, newest first, archived ones too. */
export async function selectProjects(
  db: Db,
  context: PersonContext,
  { query }: SelectInput,
): Promise<Options> {
  const projects = sql`select p.name as label, p.code as value, row_number() over (order by p.created_at desc, p.id desc) as sort_key
    from projects p where ${entered(context)}`
  return await selectPage(db, projects, query)
}
