import type { BudgetMoveFilters, BudgetVersionFilters } from '@pianzhang/contract/budget-versions'
import { startOfDay } from '@pianzhang/contract/calendar'
import { type RawBuilder, sql } from 'kysely'
import { onSubjects } from '../../base/subjects/booked-subjects.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'

/** The number of move `m` as people write it: DJ0001. */
const NUMBER = sql`('DJ' || lpad(m.no::text, greatest(4, length(m.no::text)), '0'))`

/**
 * The filters of the moves as an SQL condition on move `m` and its version `v`, for list, count, sum and export. Unknown
 * values match nothing.
 */
export function moveConditions(projectId: bigint, query: BudgetMoveFilters): RawBuilder<unknown> {
  const where: Conditions = [sql`m.project_id = ${projectId}`]
  if (query.keywords) where.push(contains(query.keywords, 'm.reason', NUMBER))
  if (query.start_moved_at) where.push(sql`m.moved_at >= ${query.start_moved_at}`)
  if (query.end_moved_at) where.push(sql`m.moved_at <= ${query.end_moved_at}`)
  if (query.from_codes.length > 0) where.push(onSubjects(projectId, sql`m.from_id`, query.from_codes))
  if (query.to_codes.length > 0) where.push(onSubjects(projectId, sql`m.to_id`, query.to_codes))
  if (query.version_codes.length > 0) where.push(sql`v.code = any(${query.version_codes}::text[])`)
  return filtered(where)
}

const startOf = (day: string) => sql`${startOfDay(day)}::timestamptz`

/** The filters of the versions as an SQL condition on version `v`. */
export async function versionConditions(
  db: Db,
  projectId: bigint,
  query: BudgetVersionFilters,
): Promise<RawBuilder<unknown>> {
  const where: Conditions = [sql`v.project_id = ${projectId}`]
  if (query.keywords) {
    const people = await peopleNamed(db, projectId, query.keywords)
    where.push(sql`(${contains(query.keywords, 'v.name', 'v.unlock_reason')}
      or v.creator_id = any(${people}::bigint[]) or v.unlocker_id = any(${people}::bigint[]))`)
  }
  if (query.start_locked_at) where.push(sql`v.locked_at >= ${startOf(query.start_locked_at)}`)
  if (query.end_locked_at)
    where.push(sql`v.locked_at < ${startOf(query.end_locked_at)} + interval '24 hours'`)
  if (query.locked) where.push(sql`(v.unlocked_at is null) = ${query.locked === '1'}`)
  return filtered(where)
}

/** Ids of the company's people, deleted ones too, in a statement of their own: versions and people may be on two servers. */
async function peopleNamed(db: Db, projectId: bigint, keywords: string): Promise<bigint[]> {
  const { rows } = await sql<{
    id: bigint
  }>`select u.id from users u join projects p on p.company_id = u.company_id
    where p.id = ${projectId} and ${contains(keywords, 'u.name')}`.execute(db)
  return rows.map(({ id }) => id)
}
