import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import type { PeopleRules } from '../roles/rule.ts'
import { snapshot } from './answer.ts'
import { openUser, targetOf } from './load.ts'
import { checkRemovable } from './rules.ts'

/** Marks an account as deleted, unless a rule keeps it: its name stays on its records, its phone number and its role are free again. */
export async function removeUser(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'delete')
  checkRemovable(context, targetOf(user))
  const { row, links } = user
  for (const { removing } of rules) await removing(tx, context, { kind: '账号', ...row })
  await tx
    .updateTable('users')
    .set({ deleted_at: context.now, role_id: null })
    .where('id', '=', row.id)
    .execute()
  await endSessions(tx, [row.id], context.now)
  await tx.deleteFrom('second_factors').where('user_id', '=', row.id).execute()
  await audit(tx, ofCompany(context), {
    action: 'delete',
    resource: 'user',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  const projects = links.map(({ id }) => id)
  for (const { changed } of rules) await changed(tx, context, projects)
  return {}
}
