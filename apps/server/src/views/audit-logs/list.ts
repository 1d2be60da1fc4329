import type { AuditLog, AuditLogList, AuditLogQuery } from '@pianzhang/contract/audit-logs'
import { sql } from 'kysely'
import { countAll, type Db } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { conditions, NEWEST_FIRST } from './filters.ts'
import { type LogRow, logAnswer, logColumns } from './load.ts'
import { visibleTo } from './visible.ts'

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
