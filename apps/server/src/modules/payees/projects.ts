import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { entered } from '../projects/load.ts'

export interface CompanyProject {
  id: bigint
  code: string
  name: string
  /** Whether the caller may enter it. */
  visible: boolean
  /** Neither archived nor expired: its records may be changed. */
  writable: boolean
}

/** All projects of the company that have records, deleted ones too, as these can be brought back; in the order of ids. */
export async function companyProjects(
  db: Db | Tx,
  context: PersonContext,
  today: string,
): Promise<CompanyProject[]> {
  const { rows } = await sql<CompanyProject>`
    select p.id, p.code, p.name, ${entered(context)} as visible,
      p.archive_at is null and p.expire_at >= ${today}::date as writable
    from projects p where p.company_id = ${context.companyId} and p.purging_at is null and p.purged_at is null
    order by p.id`.execute(db)
  return rows
}
