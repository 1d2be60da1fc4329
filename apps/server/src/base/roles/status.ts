import type { RoleDetail, RoleStatusBody } from '@pianzhang/contract/roles'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { lacking } from '../../platform/http/rights.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { isOwnRole, openRole, projectsOfRole, rightsOfRole, roleDetail, snapshot } from './load.ts'
import type { PeopleRules } from './rule.ts'

/**
 * Enables or disables a role. Enabling gives the role's rights to its accounts, so the editor needs these rights; one's own role cannot be
 * disabled, as that would lock oneself out. If nothing changes, nothing is logged.
 */
export async function setRoleStatus(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params, body }: Input<{ code: string }, unknown, RoleStatusBody>,
): Promise<RoleDetail> {
  const { context, role: before } = await openRole(tx, caller, params.code, 'write')
  const enabled = body.status === '0'
  if (before.enabled === enabled) return roleDetail(context, before)
  if (!enabled && isOwnRole(context, before))
    throw invalid([{ field: 'status', message: '不能禁用自己的角色' }])
  const lacked = enabled ? lacking(context, rightsOfRole(before)) : []
  if (lacked.length > 0)
    throw invalid([{ field: 'status', message: `该角色的权限超出您的权限，不能启用：${namesOf(lacked)}` }])
  await tx.updateTable('roles').set({ enabled }).where('id', '=', before.id).execute()
  const saved = { ...before, enabled }
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'role',
    code: saved.code,
    label: saved.name,
    before: { status: snapshot(before).status },
    after: { status: snapshot(saved).status },
  })
  const projects = await projectsOfRole(tx, context, before.id)
  for (const rule of rules) {
    await rule.changed(tx, context, projects)
    if (!enabled) await rule.disabled(tx, context, { kind: '角色', ...saved })
  }
  return roleDetail(context, saved)
}
