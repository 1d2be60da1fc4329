import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { snapshot } from './answer.ts'
import { openUser, targetOf } from './load.ts'
import { checkRemovable } from './rules.ts'

/** Marks an account as deleted: its name stays on its records, its phone number and its role are free again. */
export async function removeUser(
  tx: Tx,
  caller: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'delete')
  checkRemovable(context, targetOf(user))
  const { row } = user
  await tx
    .updateTable('users')
    .set({ deleted_at: context.now, role_id: null })
    .where('id', '=', row.id)
    .execute()
  await endSessions(tx, [row.id], context.now)
  await audit(tx, ofCompany(context), {
    action: 'delete',
    resource: 'user',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  return {}
}
