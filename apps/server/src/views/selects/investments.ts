import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Options, type SelectInput, selectPage } from './options.ts'

/** The project's investment types by id. */
export async function selectInvestmentTypes(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  const categories = sql`select i.name as label, i.id::text as value, i.id as sort_key from investment_types i
    where i.project_id = ${context.project.id}`
  return await selectPage(db, categories, query)
}
