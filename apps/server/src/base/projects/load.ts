import { formatInstant } from '@pianzhang/contract/calendar'
import type { Project } from '@pianzhang/contract/projects'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hasExpired, readOnlyReason } from '../../platform/http/account.ts'
import { missing } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'

/** A row of `projects` with its creator's name. */
export interface ProjectRow {
  id: bigint
  code: string
  version: number
  name: string
  director: string
  main_character: string
  desc: string
  start_date_at: string | null
  end_date_at: string | null
  creator_name: string
  created_at: Date
  archive_at: Date | null
  expire_at: string
}

export const projectColumns = sql`p.id, p.code, p.version, p.name, p.director, p.main_character, p.description as desc,
  p.start_date_at, p.end_date_at, p.created_at, p.archive_at, p.expire_at,
  (select u.name from users u where u.id = p.creator_id) as creator_name`

/** The projects `p` that a person may enter: of the company, not deleted, linked to them unless they are the super administrator. */
export const entered = (
  person: Pick<PersonContext, 'companyId' | 'userId' | 'isSuper'>,
): RawBuilder<unknown> => sql`p.company_id = ${person.companyId}
  and p.deleted_at is null
  and (${person.isSuper}::boolean
    or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ${person.userId}))`

/**
 * One project that the person may enter. Throws 404. Writes in a project hold its row FOR KEY SHARE. `close` (FOR UPDATE) waits for them and
 * blocks new ones until the commit, for archiving and deleting; `edit` (FOR NO KEY UPDATE) blocks only other edits, not a running import.
 */
export async function loadProject(
  db: Db | Tx,
  person: PersonContext,
  code: string,
  lock?: 'edit' | 'close',
): Promise<ProjectRow> {
  const { rows } = await sql<ProjectRow>`select ${projectColumns} from projects p
    where p.code = ${code} and ${entered(person)} ${LOCKS[lock ?? 'none']}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

const LOCKS = { none: sql``, edit: sql`for no key update of p`, close: sql`for update of p` }

export function projectAnswer(person: PersonContext, row: ProjectRow): Project {
  const { id: _, creator_name, ...fields } = row
  const mayWrite = person.can('project', 'write')
  const mayDelete = person.can('project', 'delete')
  return {
    ...fields,
    created_at: formatInstant(row.created_at),
    creator: { name: creator_name },
    archive_at: row.archive_at && formatInstant(row.archive_at),
    expired: hasExpired(row.expire_at, person.now),
    can: {
      write: mayWrite && readOnlyReason(row, person.now) === null,
      delete: mayDelete,
      archive: mayDelete && row.archive_at === null,
      unarchive: mayDelete && row.archive_at !== null,
      select: row.archive_at === null,
    },
  }
}

/** A project's fields for the audit log. */
export const snapshot = (row: ProjectRow) => ({
  name: row.name,
  director: row.director,
  main_character: row.main_character,
  desc: row.desc,
  start_date_at: row.start_date_at,
  end_date_at: row.end_date_at,
  archive_at: row.archive_at && formatInstant(row.archive_at),
})

/** The actor for an audit entry about a project: logged under that project, whichever project the request was made in. */
export const inside = (person: PersonContext, row: ProjectRow) => ({ ...person, project: { id: row.id } })
