import type { CostBudgetFilters } from '@pianzhang/contract/cost-budgets'
import { type RawBuilder, sql } from 'kysely'
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import { onSubjects } from '../subjects/booked.ts'

/**
 * The filters of the list as an SQL condition on budget line `b`, for list, count, sum and export. Unknown values match
 * nothing.
 */
export function conditions(projectId: bigint, query: CostBudgetFilters): RawBuilder<unknown> {
  const where = [sql`b.project_id = ${projectId}`]
  if (query.subject_three_codes.length > 0)
    where.push(onSubjects(projectId, sql`b.subject_id`, query.subject_three_codes))
  if (query.import_code) where.push(ofImport(projectId, sql`b.import_id`, query.import_code))
  return sql.join(where, sql` and `)
}

/** Newest first; the lines of one import have the same `created_at` and stay in the order of their file. */
export const ORDER = sql`b.created_at desc, b.id`
