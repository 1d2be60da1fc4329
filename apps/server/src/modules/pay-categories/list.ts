import type { PayCategoryList, PayCategoryQuery } from '@pianzhang/contract/pay-categories'
import { sql } from 'kysely'
import { countAll, type Db } from '../../platform/database.ts'
import { mayNow } from '../../platform/guard.ts'
import { containing } from '../../platform/like.ts'
import { pageClause } from '../../platform/page-clause.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { type PayCategoryRow, payCategoryAnswer, payCategoryColumns } from './load.ts'

/** A page of payment types, by id: the order in which they were added. */
export async function listPayCategories(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PayCategoryQuery, unknown>,
): Promise<PayCategoryList> {
  const named = query.keywords ? sql`and p.name ilike ${containing(query.keywords)}` : sql``
  const where = sql`p.project_id = ${context.project.id} ${named}`
  const { rows } = await sql<PayCategoryRow>`select ${payCategoryColumns} from pay_categories p where ${where}
    order by p.id ${pageClause(query)}`.execute(db)
  const { rows: counts } = await sql<{
    count: number
  }>`select ${countAll()} as count from pay_categories p where ${where}`.execute(db)
  return {
    items: rows.map((row) => payCategoryAnswer(context, row)),
    listTotal: counts[0]?.count ?? 0,
    can: { write: mayNow(context, 'pay_category', 'write') },
  }
}
