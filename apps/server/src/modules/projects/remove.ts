import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { inside, loadProject, snapshot } from './load.ts'

/**
 * Marks a project as deleted: every query filters by `deleted_at is null`, and a session that has it selected gets 300009. It still counts in
 * the quota; its rows stay in the database.
 */
export async function removeProject(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const row = await loadProject(tx, context, params.code, 'close')
  await tx.updateTable('projects').set({ deleted_at: context.now }).where('id', '=', row.id).execute()
  await audit(tx, inside(context, row), {
    action: 'delete',
    resource: 'project',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  return {}
}
