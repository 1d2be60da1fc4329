import { sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import type { Db } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import type { Visible } from './filters.ts'

/** The super administrator reads the entries of all projects, even deleted ones (api.md §7); other people those of the projects they may enter. */
export async function visibleTo(
  db: Db,
  context: Pick<PersonContext, 'companyId' | 'userId' | 'isSuper'>,
): Promise<Visible> {
  const { companyId, isSuper } = context
  if (isSuper) return { companyId, projectIds: null }
  const { rows } = await sql<{ id: bigint }>`select p.id from projects p where ${entered(context)}`.execute(
    db,
  )
  return { companyId, projectIds: rows.map(({ id }) => id) }
}
