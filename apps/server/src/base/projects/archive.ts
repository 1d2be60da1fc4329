import { formatInstant } from '@pianzhang/contract/calendar'
import type { Project, ProjectPending } from '@pianzhang/contract/projects'
import { audit } from '../../platform/audit/audit.ts'
import { countAll, type Db, type Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { tellReaders } from '../../platform/notifications.ts'
import { inside, loadProject, projectAnswer } from './load.ts'

type ByCode = Input<{ code: string }, unknown, unknown>

/** Makes the project read-only. An expired one can be archived too. */
export async function archiveProject(tx: Tx, context: PersonContext, { params }: ByCode): Promise<Project> {
  return await setArchived(tx, context, params.code, context.now)
}

export async function unarchiveProject(tx: Tx, context: PersonContext, { params }: ByCode): Promise<Project> {
  return await setArchived(tx, context, params.code, null)
}

/** What is under way in the project, for the question before it is archived. */
export async function showPending(
  db: Db,
  context: PersonContext,
  { params }: ByCode,
): Promise<ProjectPending> {
  const { id } = await loadProject(db, context, params.code)
  if (!context.features.has('approval')) return { payment_requests: 0 }
  const { count } = await db
    .selectFrom('payment_requests')
    .select(countAll().as('count'))
    .where('project_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { payment_requests: count }
}

/** The row lock waits for running writes in the project. If nothing changes, nothing is logged, so a second click has no effect. */
async function setArchived(tx: Tx, context: PersonContext, code: string, at: Date | null): Promise<Project> {
  const row = await loadProject(tx, context, code, 'close')
  if ((row.archive_at === null) === (at === null)) return projectAnswer(context, row)
  await tx.updateTable('projects').set({ archive_at: at }).where('id', '=', row.id).execute()
  await audit(tx, inside(context, row), {
    action: at ? 'archive' : 'unarchive',
    resource: 'project',
    code: row.code,
    label: row.name,
    before: { archive_at: row.archive_at && formatInstant(row.archive_at) },
    after: { archive_at: at && formatInstant(at) },
  })
  await tellReaders(tx, { ...context, project: { id: row.id } })
  return projectAnswer(context, { ...row, archive_at: at })
}
