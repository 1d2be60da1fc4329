import type { Db } from './database.ts'
import { missing } from './errors.ts'

/** `company` is its id as text. */
export interface LinkedProject {
  id: bigint
  name: string
  company: string
}

/** The project named by a signed link, whose signature grants the right to read. Throws 404 if it was deleted. */
export async function linkedProject(db: Db, code: string | undefined): Promise<LinkedProject> {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'name', 'company_id'])
    .where('code', '=', code ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) throw missing()
  return { id: project.id, name: project.name, company: String(project.company_id) }
}
