import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf, STATUSES } from '@pianzhang/contract/lists'
import { RESOURCES, resourcesWith } from '@pianzhang/contract/permissions'
import { ACTION_LABELS, type Role, type RoleDetail, SUPER_ROLE } from '@pianzhang/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { rightsOf } from '../../platform/http/account.ts'
import { missing } from '../../platform/http/errors.ts'
import { inCompany } from '../../platform/http/guard.ts'
import { covers, withRightsNow } from '../../platform/http/rights.ts'
import type { PersonContext } from '../../platform/http/route.ts'

/** A role, or the super administrator's line of the list, whose id is 0. */
export interface RoleRow {
  id: bigint
  code: string
  version: number
  name: string
  description: string
  enabled: boolean
  is_super: boolean
  created_at: Date
  user_count: number
  /** Actions and code of each entry by model. */
  grants: Record<string, { code: string; actions: string[] }> | null
}

/**
 * The company's roles `r`, with a line for the super administrator. It has no row in `roles`, as exactly one account has it and its
 * permissions cannot be edited.
 */
export const rolesOf = (companyId: bigint): RawBuilder<unknown> => sql`(
  select o.id, o.company_id, o.code, o.version, o.name, o.description, o.enabled, false as is_super, o.created_at
  from roles o where o.company_id = ${companyId}
  union all
  select 0, c.id, ${SUPER_ROLE.code}, 1, ${SUPER_ROLE.name}, ${SUPER_ROLE.desc}, true, true, c.created_at
  from companies c where c.id = ${companyId}) r`

export const roleColumns = sql<RoleRow>`r.id, r.code, r.version, r.name, r.description, r.enabled, r.is_super, r.created_at,
  (select count(*)::int4 from users u where u.company_id = r.company_id and u.deleted_at is null
    and case when r.is_super then u.is_super else u.role_id = r.id end) as user_count,
  (select jsonb_object_agg(p.model, jsonb_build_object('code', p.code, 'actions', p.actions))
    from role_permissions p where p.role_id = r.id) as grants`

/**
 * Locks a role until the commit; returns it, and the caller with the rights they have under the lock. `write` locks out other edits, `delete`
 * also accounts that are given the role. Throws 404, or as the guard does.
 */
export async function openRole(
  tx: Tx,
  caller: PersonContext,
  code: string,
  action: keyof typeof LOCKS,
): Promise<{ context: PersonContext; role: RoleRow }> {
  // Locked in a statement of its own, so that the next ones see what an earlier holder of the lock committed.
  await sql`select 1 from roles r where r.company_id = ${caller.companyId} and r.code = ${code} ${LOCKS[action]}`.execute(
    tx,
  )
  const context = await withRightsNow(tx, caller, inCompany('role', action))
  return { context, role: await loadRole(tx, context, code) }
}

/** The projects of the accounts with a role. */
export async function projectsOfRole(
  tx: Tx,
  { companyId }: PersonContext,
  roleId: bigint,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select distinct m.project_id as id from users u
    join project_members m on m.user_id = u.id
    where u.company_id = ${companyId} and u.role_id = ${roleId} and u.deleted_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

const LOCKS = { write: sql`for no key update`, delete: sql`for update` }

/** One role. Throws 404. */
export async function loadRole(db: Db | Tx, { companyId }: PersonContext, code: string): Promise<RoleRow> {
  const { rows } =
    await sql<RoleRow>`select ${roleColumns} from ${rolesOf(companyId)} where r.code = ${code} and not r.is_super`.execute(
      db,
    )
  if (!rows[0]) throw missing()
  return rows[0]
}

/** The stored actions by model. */
const actionsOf = ({ grants }: RoleRow) =>
  Object.fromEntries(Object.entries(grants ?? {}).map(([model, entry]) => [model, entry.actions]))

/** What the role allows, or would allow if it were enabled. */
export const rightsOfRole = (row: RoleRow) => rightsOf(actionsOf(row))

export const isOwnRole = (context: PersonContext, row: RoleRow): boolean => context.role?.code === row.code

export function roleAnswer(context: PersonContext, row: RoleRow): Role {
  const mayWrite = context.can('role', 'write') && !row.is_super
  return {
    code: row.code,
    version: row.version,
    name: row.name,
    desc: row.description,
    is_super: row.is_super,
    status: row.enabled ? 'enable' : 'disabled',
    status_i18n: statusLabel(row),
    created_at: formatInstant(row.created_at),
    user_count: row.user_count,
    can: {
      write: mayWrite,
      delete: context.can('role', 'delete') && !row.is_super,
      status: mayWrite && (row.enabled ? !isOwnRole(context, row) : covers(context, rightsOfRole(row))),
    },
  }
}

export function roleDetail(context: PersonContext, row: RoleRow): RoleDetail {
  const rights = rightsOfRole(row)
  const permissions = resourcesWith(context.features).flatMap(({ model, name }) => {
    const entry = row.grants?.[model]
    if (!entry) return []
    return [
      {
        code: entry.code,
        resource_name: name,
        resource_model: model,
        actions: [...(rights.get(model) ?? [])],
      },
    ]
  })
  return { ...roleAnswer(context, row), permissions }
}

const statusLabel = ({ enabled }: RoleRow) => labelOf(STATUSES, enabled ? '0' : '1')

/** A role's fields for the audit log, in words. */
export function snapshot(row: RoleRow) {
  const rights = rightsOfRole(row)
  return {
    name: row.name,
    desc: row.description,
    status: statusLabel(row),
    permissions: RESOURCES.flatMap(({ model, name }) => {
      const actions = rights.get(model) ?? []
      return actions.length > 0
        ? [`${name}：${actions.map((action) => ACTION_LABELS[action]).join('、')}`]
        : []
    }),
  }
}
