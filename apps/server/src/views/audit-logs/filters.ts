import type { AuditLogFilters } from '@pianzhang/contract/audit-logs'
import { startOfDay } from '@pianzhang/contract/calendar'
import { type RawBuilder, sql } from 'kysely'
import { plannedEachTime } from '../../platform/database/connections/prepared.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'

/** Which entries a person may read: the company's own and those of `projectIds`; null: those of all projects, even deleted ones. */
export interface Visible {
  companyId: bigint
  projectIds: readonly bigint[] | null
}

/**
 * The SQL condition on entries `a` that the person may read and that match the filters. `plannedEachTime`, as one person may have ten entries
 * and another a million.
 */
export function conditions({ companyId, projectIds }: Visible, query: AuditLogFilters): RawBuilder<unknown> {
  const where: Conditions = [sql`${plannedEachTime} a.company_id = ${companyId}`]
  if (projectIds) where.push(sql`(a.project_id is null or a.project_id = any(${projectIds}::bigint[]))`)
  // Also finds deleted people, whose entries remain.
  if (query.user_code)
    where.push(
      sql`a.user_id = (select u.id from users u where u.company_id = ${companyId} and u.code = ${query.user_code})`,
    )
  if (query.resource) where.push(sql`a.resource = ${query.resource}`)
  if (query.start_at) where.push(sql`a.created_at >= ${startOf(query.start_at)}`)
  if (query.end_at) where.push(sql`a.created_at < ${startOf(query.end_at)} + interval '24 hours'`)
  if (query.keywords) where.push(sql`(${contains(query.keywords, 'a.label')} or a.code = ${query.keywords})`)
  return filtered(where)
}

/** Newest first; entries of one transaction, which have the same time, by descending id. */
export const NEWEST_FIRST = sql`a.created_at desc, a.id desc`

const startOf = (day: string) => sql`${startOfDay(day)}::timestamptz`
