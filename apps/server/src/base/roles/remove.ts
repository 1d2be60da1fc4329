import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { MAX_NAMED, namesOf } from '../../platform/lists/naming.ts'
import { openRole, snapshot } from './load.ts'
import type { PeopleRules } from './rule.ts'

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
