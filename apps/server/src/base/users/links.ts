import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import type { Linked, UserRow } from './load.ts'

/**
 * Links the account to exactly the `wanted` projects; links to projects that the editor may not enter stay. Each change is logged in its
 * project's log, which only people who may enter the project see.
 */
export async function changeProjects(
  tx: Tx,
  context: PersonContext,
  user: Pick<UserRow, 'id' | 'code' | 'name'>,
  present: readonly Linked[],
  wanted: readonly Linked[],
): Promise<void> {
  const added = without(wanted, present)
  const removed = without(
    present.filter(({ visible }) => visible),
    wanted,
  )
  if (added.length > 0)
    await tx
      .insertInto('project_members')
      .values(added.map(({ id }) => ({ project_id: id, user_id: user.id })))
      .execute()
  if (removed.length > 0)
    await tx
      .deleteFrom('project_members')
      .where('user_id', '=', user.id)
      .where('project_id', '=', anyOf(removed.map(({ id }) => id)))
      .execute()
  const entry = ({ id }: Linked, before: string[], after: string[]): AuditEntry => ({
    action: 'update',
    resource: 'user',
    code: user.code,
    label: user.name,
    before: { projects: before },
    after: { projects: after },
    projectId: id,
  })
  await audit(
    tx,
    context,
    ...added.map((link) => entry(link, [], [link.name])),
    ...removed.map((link) => entry(link, [link.name], [])),
  )
}

const without = (links: readonly Linked[], others: readonly Linked[]): Linked[] => {
  const ids = new Set(others.map(({ id }) => id))
  return links.filter(({ id }) => !ids.has(id))
}
