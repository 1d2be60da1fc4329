import type { Project } from '@pianzhang/contract/projects'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { inside, loadProject, projectAnswer } from './load.ts'

/** Stores the selected project in the session. An archived project cannot be selected; an expired one can, read-only. */
export async function selectProject(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Project> {
  const row = await loadProject(tx, context, params.code)
  if (row.archive_at) throw new Failure('archived')
  await tx.updateTable('sessions').set({ project_id: row.id }).where('id', '=', context.sessionId).execute()
  await audit(tx, inside(context, row), {
    action: 'select',
    resource: 'project',
    code: row.code,
    label: row.name,
  })
  return projectAnswer(context, row)
}
