import type { FieldError } from '@pianzhang/contract/errors'
import { RESOURCES, resourcesWith } from '@pianzhang/contract/permissions'
import { ACTION_LABELS, type RoleBody, type RoleDetail, SUPER_ROLE } from '@pianzhang/contract/roles'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { allOf, anyOf, type Tx } from '../../platform/database/database.ts'
import type { Rights } from '../../platform/http/account.ts'
import { checkVersion, invalid, refused } from '../../platform/http/errors.ts'
import { holds } from '../../platform/http/rights.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { MAX_NAMED, namesOf } from '../../platform/lists/naming.ts'
import { hasName, onlyDiffers, takenName } from '../../platform/lists/same-name.ts'
import {
  loadRole,
  openRole,
  projectsOfRole,
  type RoleRow,
  rightsOfRole,
  roleDetail,
  snapshot,
} from './load.ts'
import type { PeopleRules } from './rule.ts'

type Permissions = RoleBody['permissions']

export async function addRole(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, RoleBody>,
): Promise<RoleDetail> {
  const errors = [
    ...(await nameProblems(tx, context, body.name, 0n)),
    ...ungranted(context, body.permissions, new Map()),
  ]
  if (errors.length > 0) throw invalid(errors)
  const role = await tx
    .insertInto('roles')
    .values({
      code: newCode(),
      company_id: context.companyId,
      name: body.name,
      description: body.desc,
      created_at: context.now,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  await savePermissions(tx, context, role.id, body.permissions, {})
  const saved = await loadRole(tx, context, role.code)
  await audit(tx, ofCompany(context), {
    action: 'create',
    resource: 'role',
    code: saved.code,
    label: saved.name,
    after: snapshot(saved),
  })
  return roleDetail(context, saved)
}

/** Replaces name, description and permissions, effective from the next request of the role's accounts. Throws 409 for a stale version. */
export async function updateRole(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params, body }: Input<{ code: string }, unknown, RoleBody>,
): Promise<RoleDetail> {
  const { context, role: before } = await openRole(tx, caller, params.code, 'write')
  const errors = [
    ...(body.name === before.name ? [] : await nameProblems(tx, context, body.name, before.id)),
    ...foreignEntries(body.permissions, before),
    ...ungranted(context, body.permissions, rightsOfRole(before)),
  ]
  if (errors.length > 0) throw invalid(errors)
  checkVersion(body.version, before.version)
  await tx
    .updateTable('roles')
    .set({ name: body.name, description: body.desc, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  await savePermissions(tx, context, before.id, body.permissions, before.grants ?? {})
  const saved = await loadRole(tx, context, params.code)
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'role',
    code: saved.code,
    label: saved.name,
    before: snapshot(before),
    after: snapshot(saved),
  })
  const projects = await projectsOfRole(tx, context, before.id)
  for (const { changed } of rules) await changed(tx, context, projects)
  return roleDetail(context, saved)
}

async function nameProblems(
  tx: Tx,
  { companyId }: PersonContext,
  name: string,
  ownId: bigint,
): Promise<FieldError[]> {
  // Makes concurrent writes check one after the other: the unique constraint does not see that two spellings are one name.
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(tx)
  const { rows } = await sql<{ name: string }>`select r.name from roles r
    where r.company_id = ${companyId} and r.id <> ${ownId} and ${hasName('r.name', [name])} order by r.id`.execute(
    tx,
  )
  const taken = takenName([...rows.map((row) => row.name), SUPER_ROLE.name], name)
  if (taken === undefined) return []
  return [{ field: 'name', message: taken === name ? '角色名称已存在' : onlyDiffers('角色', taken) }]
}

/** Errors for permission codes that the role does not have, or no longer. */
function foreignEntries(permissions: Permissions, { grants }: RoleRow): FieldError[] {
  return permissions.flatMap(({ code, resource_model }, index) =>
    code !== null && grants?.[resource_model]?.code !== code
      ? [{ field: `permissions[${index}].code`, message: '权限已被他人修改，请刷新后重试' }]
      : [],
  )
}

/** Errors for rights that the role would newly get and the editor lacks; rights that it has already may stay. */
function ungranted(context: PersonContext, permissions: Permissions, present: Rights): FieldError[] {
  return permissions.flatMap(({ resource_model: model, actions }, index) => {
    const lacked = actions.filter(
      (action) => !present.get(model)?.includes(action) && !holds(context, model, action),
    )
    if (lacked.length === 0) return []
    const resource = RESOURCES.find((row) => row.model === model)?.name
    const labels = lacked.map((action) => ACTION_LABELS[action]).join('、')
    return [
      {
        field: `permissions[${index}].actions`,
        message: `您没有${resource}的${labels}权限，不能授予他人`,
      },
    ]
  })
}

/**
 * Stores a role's entries. Entries that are left out are deleted, but for those of features that are off, which no page shows; a new entry
 * without actions is not stored.
 */
async function savePermissions(
  tx: Tx,
  { features }: PersonContext,
  roleId: bigint,
  permissions: Permissions,
  present: NonNullable<RoleRow['grants']>,
): Promise<void> {
  const kept = permissions.filter(
    ({ actions, resource_model }) => actions.length > 0 || Object.hasOwn(present, resource_model),
  )
  const models = kept.map(({ resource_model }) => resource_model)
  await tx
    .deleteFrom('role_permissions')
    .where('role_id', '=', roleId)
    .where('model', '=', anyOf(resourcesWith(features).map(({ model }) => model)))
    .where('model', '<>', allOf(models))
    .execute()
  if (kept.length === 0) return
  await tx
    .insertInto('role_permissions')
    .values(
      kept.map(({ resource_model, actions }) => ({
        role_id: roleId,
        model: resource_model,
        code: newCode(),
        actions,
      })),
    )
    .onConflict((oc) => oc.columns(['role_id', 'model']).doUpdateSet({ actions: sql`excluded.actions` }))
    .execute()
}

/** Deletes a role that no account has and no rule keeps, else throws 422 naming who does. The role's row is locked, so that no account gets it meanwhile. */
export async function removeRole(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, role: row } = await openRole(tx, caller, params.code, 'delete')
  const users = await tx
    .selectFrom('users')
    .select('name')
    .where('company_id', '=', context.companyId)
    .where('role_id', '=', row.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MAX_NAMED + 1)
    .execute()
  if (users.length > 0)
    throw refused(`角色 ${row.name} 已被账号 ${namesOf(users.map(({ name }) => name))} 使用，不能删除`)
  for (const { removing } of rules) await removing(tx, context, { kind: '角色', ...row })
  await tx.deleteFrom('roles').where('id', '=', row.id).execute()
  await audit(tx, ofCompany(context), {
    action: 'delete',
    resource: 'role',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  return {}
}
