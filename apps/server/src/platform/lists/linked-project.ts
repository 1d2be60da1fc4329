import type { Db } from '../database/database.ts'
import { Failure, missing } from '../http/errors.ts'

/** `company` is its id as text. */
export interface LinkedProject {
  id: bigint
  name: string
  company: string
}

/** The project named by a signed link, whose signature grants the right to read. Throws 404 if it was deleted, 503 if the company is stopped. */
export async function linkedProject(db: Db, code: string | undefined): Promise<LinkedProject> {
  const project = await db
    .selectFrom('projects as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.name', 'p.company_id', 'c.stopped_at'])
    .where('p.code', '=', code ?? '')
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) throw missing()
  if (project.stopped_at) throw new Failure('stopped')
  return { id: project.id, name: project.name, company: String(project.company_id) }
}
