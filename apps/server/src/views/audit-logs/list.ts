import type { AuditLog, AuditLogFilters, AuditLogList, AuditLogQuery } from '@pianzhang/contract/audit-logs'
import { startOfDay } from '@pianzhang/contract/calendar'
import { type RawBuilder, sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import { plannedEachTime } from '../../platform/database/connections/prepared.ts'
import { countAll, type Db } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { type LogRow, logAnswer, logColumns } from './load.ts'

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

/** Which entries a person may read: the company's own and those of `projectIds`; null: those of all projects, even deleted ones. */
interface Visible {
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

/** Bytes for both states of all entries: a page of 20 only counts the lists of states above 50 KB, a page of 1,000 above 1 KB (`platform/audit/shortened.ts`). */
const PAGE_BYTES = 2_000_000
/** More bytes than any state has, so that nothing is shortened. */
const ALL = 2 ** 31 - 1

/** A page of the operation log. */
export async function listAuditLogs(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, AuditLogQuery, unknown>,
): Promise<AuditLogList> {
  const where = conditions(await visibleTo(db, context), query)
  const most = Math.floor(PAGE_BYTES / 2 / query.per_page)
  // The CTE finds the page by an index-only scan, then only its entries are fetched; otherwise a page far back would fetch all entries before it.
  const { rows } = await sql<LogRow>`
    with page as (select a.id from audit_logs a where ${where} order by ${NEWEST_FIRST} ${pageClause(query)})
    select ${logColumns(most)} from page join audit_logs a on a.id = page.id left join projects p on p.id = a.project_id
    order by ${NEWEST_FIRST}`.execute(db)
  return {
    items: rows.map(logAnswer),
    listTotal: await countOf(db, where, query, rows.length),
    can: { export: context.can('audit_log', 'export') },
  }
}

/** The number of entries that match. It follows from a page that is not full, as that is the last one; other pages need a count of up to a million. */
async function countOf(
  db: Db,
  where: ReturnType<typeof conditions>,
  { page, per_page }: AuditLogQuery,
  found: number,
): Promise<number> {
  if (found < per_page && (found > 0 || page === 1)) return (page - 1) * per_page + found
  const { rows } = await sql<{ count: number }>`
    select ${countAll()} as count from audit_logs a where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** One entry with both states complete. Throws 404 also for an entry of a project that the person may not enter. */
export async function showAuditLog(
  db: Db,
  context: PersonContext,
  { params }: Input<{ id: string }, unknown, unknown>,
): Promise<AuditLog> {
  if (!/^\d{1,18}$/.test(params.id)) throw missing()
  const where = conditions(await visibleTo(db, context), {})
  const { rows } = await sql<LogRow>`
    select ${logColumns(ALL)} from audit_logs a left join projects p on p.id = a.project_id
    where ${where} and a.id = ${params.id}`.execute(db)
  if (!rows[0]) throw missing()
  return logAnswer(rows[0])
}
