import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { inside, loadProject, snapshot } from './load.ts'

/**
 * Marks a project as deleted: every query filters by `deleted_at is null`, and a session that has it selected gets 300009. It still counts in
 * the quota; its rows stay for 30 days (purge/purge.ts).
 */
export async function removeProject(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const row = await loadProject(tx, context, params.code, 'close')
  // `now()` of the database, as a wrong clock of this server would shorten the 30 days.
  await sql`update projects set deleted_at = ${context.now}, purge_after = now() + interval '30 days' where id = ${row.id}`.execute(
    tx,
  )
  await audit(tx, inside(context, row), {
    action: 'delete',
    resource: 'project',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  return {}
}
