import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { rightsOf } from '../../platform/http/account.ts'
import { missing } from '../../platform/http/errors.ts'
import { inCompany } from '../../platform/http/guard.ts'
import { withRightsNow } from '../../platform/http/rights.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { hasSecondFactor } from '../../platform/http/second-factor.ts'
import { entered } from '../projects/load.ts'
import type { Target } from './rules.ts'

/** An account that is not deleted, with its role. */
export interface UserRow {
  id: bigint
  code: string
  version: number
  name: string
  post: string
  phone: string
  disabled: boolean
  is_super: boolean
  must_change_password: boolean
  second_factor: boolean
  created_at: Date
  creator_name: string | null
  role_id: bigint | null
  role_code: string | null
  role_name: string | null
  role_enabled: boolean | null
  grants: Record<string, string[]> | null
}

export const userColumns = sql<UserRow>`u.id, u.code, u.version, u.name, u.post, u.phone, u.disabled, u.is_super, u.must_change_password, u.created_at,
  ${hasSecondFactor} as second_factor,
  (select c.name from users c where c.id = u.creator_id) as creator_name,
  r.id as role_id, r.code as role_code, r.name as role_name, r.enabled as role_enabled,
  (select jsonb_object_agg(p.model, to_jsonb(p.actions)) from role_permissions p where p.role_id = r.id) as grants`

/** The company's accounts `u` that are not deleted, with their roles `r`. */
export const usersOf = (companyId: bigint) => sql`users u left join roles r on r.id = u.role_id
  where u.company_id = ${companyId} and u.deleted_at is null`

/** Locks accounts, in the order of their ids, against all other changes until the commit. */
export async function lockUsers(
  tx: Tx,
  { companyId }: PersonContext,
  codes: readonly string[],
): Promise<void> {
  await sql`select 1 from users u where u.company_id = ${companyId} and u.code = ${anyOf(codes)}
    order by u.id for no key update`.execute(tx)
}

/** One account; undefined if it was deleted or is of another company. */
export async function findUser(
  db: Db | Tx,
  { companyId }: PersonContext,
  code: string,
): Promise<UserRow | undefined> {
  const { rows } =
    await sql<UserRow>`select ${userColumns} from ${usersOf(companyId)} and u.code = ${code}`.execute(db)
  return rows[0]
}

/** A project that an account is linked to; `visible`: the asker may enter it. */
export interface Linked {
  id: bigint
  code: string
  name: string
  visible: boolean
}

/** An account with its links to projects that are not deleted, newest first. */
export interface LoadedUser {
  row: UserRow
  links: Linked[]
}

/** Locks an account until the commit; returns it, and the caller with the rights they have under the lock. Throws 404, or as the guard does. */
export async function openUser(
  tx: Tx,
  caller: PersonContext,
  code: string,
  action: 'write' | 'delete',
): Promise<{ context: PersonContext; user: LoadedUser }> {
  // The caller is locked too: if two people disable each other at once, only one succeeds.
  await lockUsers(tx, caller, [caller.userCode, code])
  const context = await withRightsNow(tx, caller, inCompany('user', action))
  return { context, user: await loadUser(tx, context, code) }
}

/** Throws 404. */
export async function loadUser(db: Db | Tx, context: PersonContext, code: string): Promise<LoadedUser> {
  const row = await findUser(db, context, code)
  if (!row) throw missing()
  return { row, links: (await linksOf(db, context, [row.id])).get(row.id) ?? [] }
}

/** The project links of these accounts, by account id. One statement. */
export async function linksOf(
  db: Db | Tx,
  context: PersonContext,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Linked[]>> {
  const { rows } = await sql<Linked & { user_id: bigint }>`
    select l.user_id, p.id, p.code, p.name, ${entered(context)} as visible
    from project_members l join projects p on p.id = l.project_id
    where l.user_id = ${anyOf(userIds)} and p.company_id = ${context.companyId} and p.deleted_at is null
    order by p.created_at desc, p.id desc`.execute(db)
  const links = new Map<bigint, Linked[]>()
  for (const { user_id, ...link } of rows) links.set(user_id, [...(links.get(user_id) ?? []), link])
  return links
}

/** The account in the form that the rules take. */
export const targetOf = ({ row, links }: LoadedUser): Target => ({
  userId: row.id,
  phone: row.phone,
  isSuper: row.is_super,
  disabled: row.disabled,
  secondFactor: row.second_factor,
  rights: rightsOf(row.grants),
  hidden: links.some(({ visible }) => !visible),
})
