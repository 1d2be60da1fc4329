import { formatInstant } from '@pianzhang/contract/calendar'
import type {
  CostReportIssue,
  IssuedReport,
  IssuedReportDetail,
  IssuedReportFilters,
  IssuedReportList,
  IssuedReportQuery,
} from '@pianzhang/contract/cost-report'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { invalid, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { userNames } from '../../platform/lists/user-names.ts'
import { reportLines, scopeOf } from './lines.ts'
import {
  canOf,
  dayOf,
  type ReportRow,
  readRows,
  rowAnswer,
  type Sums,
  sumsAnswer,
  treeRows,
} from './report.ts'

/** Who issued a report that no person did. */
export const SYSTEM = '系统'

/** Who issues: a person, or null for the server. */
interface Issuer {
  projectId: bigint
  issuerId: bigint | null
  now: Date
}

/** A row of `cost_reports` with its totals, in fen. */
export interface IssuedRow extends Omit<Sums, 'original'> {
  id: bigint
  code: string
  no: number
  as_of: string
  issuer_id: bigint | null
  issued_at: Date
  is_last: boolean
}

export const issuedColumns = (
  projectId: bigint,
) => sql<IssuedRow>`r.id, r.code, r.no, r.as_of, r.issuer_id, r.issued_at,
  not exists (select 1 from cost_reports n where n.project_id = ${projectId} and n.no > r.no) as is_last, t.budget, t.period, t.spent,
  t.committed, t.etc`
export const issued = (projectId: bigint): RawBuilder<unknown> => sql`cost_reports r cross join lateral (
  select coalesce(sum(w.budget), 0) as budget, coalesce(sum(w.period), 0) as period, coalesce(sum(w.spent), 0) as spent,
    coalesce(sum(w.committed), 0) as committed, coalesce(sum(w.etc), 0) as etc
  from cost_report_rows w where w.project_id = ${projectId} and w.report_id = r.id) t`

/** Converts rows to answers. Reports that nobody issued were issued by the server on a Monday. */
async function answersOf(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly IssuedRow[],
): Promise<IssuedReport[]> {
  const names = await userNames(
    db,
    context,
    rows.flatMap(({ issuer_id }) => issuer_id ?? []),
  )
  return rows.map((row) => {
    const { original_yuan: _, ...sums } = sumsAnswer({ ...row, original: null })
    return {
      code: row.code,
      no: row.no,
      as_of: row.as_of,
      issuer_name: row.issuer_id === null ? SYSTEM : (names.get(row.issuer_id) ?? ''),
      issued_at: formatInstant(row.issued_at),
      ...sums,
      can: { delete: row.is_last && canOf(context).delete },
    }
  })
}

/** Locks the issued reports until the commit and returns the last one: of two people who issue at once, the second counts from the first's. */
export async function lockReports(
  tx: Tx,
  projectId: bigint,
): Promise<{ no: number; as_of: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cost reports ${projectId}`}, 0))`.execute(tx)
  return await tx
    .selectFrom('cost_reports')
    .select(['no', 'as_of'])
    .where('project_id', '=', projectId)
    .orderBy('no', 'desc')
    .executeTakeFirst()
}

/** Freezes the figures as of `asOf`, in one statement, so that all are of one moment. Throws 422 if a report of a later day exists. Returns its code. */
export async function freeze(tx: Tx, { projectId, issuerId, now }: Issuer, asOf: string): Promise<string> {
  const last = await lockReports(tx, projectId)
  if (last && asOf < last.as_of)
    throw invalid([{ field: 'as_of', message: `截至日不能早于第${last.no}期报告的截至日 ${last.as_of}` }])
  const report = await tx
    .insertInto('cost_reports')
    .values({
      project_id: projectId,
      code: newCode(),
      no: (last?.no ?? 0) + 1,
      as_of: asOf,
      issuer_id: issuerId,
      issued_at: now,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  const scope = await scopeOf(tx, { projectId, asOf, later: true, before: report.id })
  await sql`insert into cost_report_rows
    (project_id, report_id, position, subject_id, original, budget, period, spent, committed, etc, mode, remark)
    select ${projectId}, ${report.id}, n.position, nullif(n.id, 0), n.original, n.budget, n.period, n.spent, n.committed, n.etc, n.mode, n.remark
    from (
      with ${reportLines(scope)}
      select (row_number() over (order by l.id = 0, l.out_code))::int4 as position, l.* from line l) n`.execute(
    tx,
  )
  return report.code
}

export async function issueReport(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, CostReportIssue>,
): Promise<IssuedReport> {
  const { project, userId, now } = context
  const issuer = { projectId: project.id, issuerId: userId, now }
  const code = await freeze(tx, issuer, dayOf(body.as_of, now))
  return await logIssue(tx, context, code)
}

/** The issued report, logged. */
async function logIssue(tx: Tx, context: ProjectContext, code: string): Promise<IssuedReport> {
  const [answer] = await answersOf(tx, context, [await loadIssued(tx, context.project.id, code)])
  await audit(tx, context, entryOf('create', answer as IssuedReport))
  return answer as IssuedReport
}

export const entryOf = (action: 'create' | 'delete', report: IssuedReport): AuditEntry => {
  const { no, as_of, budget_yuan, spent_yuan, efc_yuan, variance_yuan } = report
  const state = { no, as_of, budget_yuan, spent_yuan, efc_yuan, variance_yuan }
  return {
    action,
    resource: 'cost_report',
    code: report.code,
    label: `第${no}期 截至${as_of}`,
    before: action === 'delete' ? state : null,
    after: action === 'create' ? state : null,
  }
}

export async function loadIssued(db: Db | Tx, projectId: bigint, code: string): Promise<IssuedRow> {
  const { rows } = await sql<IssuedRow>`select ${issuedColumns(projectId)} from ${issued(projectId)}
    where r.project_id = ${projectId} and r.code = ${code}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

/** The filters of the issued reports as an SQL condition on report `r`, for list, count and export. */
export function issuedConditions(projectId: bigint, query: IssuedReportFilters): RawBuilder<unknown> {
  const where: Conditions = [sql`r.project_id = ${projectId}`]
  if (query.start_as_of) where.push(sql`r.as_of >= ${query.start_as_of}`)
  if (query.end_as_of) where.push(sql`r.as_of <= ${query.end_as_of}`)
  if (query.automatic) where.push(sql`(r.issuer_id is null) = ${query.automatic === '1'}`)
  return filtered(where)
}

/** The issued reports that match, the last first. */
export async function listIssued(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, IssuedReportQuery, unknown>,
): Promise<IssuedReportList> {
  const projectId = context.project.id
  const { rows, count } = await listPage(
    db,
    {
      columns: issuedColumns(projectId),
      from: sql`${issued(projectId)} where ${issuedConditions(projectId, query)}`,
      order: sql`r.no desc`,
    },
    query,
  )
  return { items: await answersOf(db, context, rows), listTotal: count, can: canOf(context) }
}

/** CTE `line` of a frozen report, for `treeRows`. */
const frozenLines = (projectId: bigint, reportId: bigint): RawBuilder<unknown> => sql`
  line as materialized (
    select coalesce(w.subject_id, 0) as id, coalesce(three.code, '') as code, coalesce(three.out_code, '') as out_code,
      coalesce(three.name, '') as name, three.one_id, three.two_id, w.original, w.budget, w.period, w.spent, w.committed, w.etc, w.mode,
      null::bigint as typed, w.remark, 0 as version, 0::numeric as moved
    from cost_report_rows w left join subjects three on three.project_id = ${projectId} and three.id = w.subject_id
    where w.project_id = ${projectId} and w.report_id = ${reportId})`

/** All rows of a frozen report: the tree, contracts without a subject, the total. */
export const frozenRows = (projectId: bigint, reportId: bigint): RawBuilder<ReportRow> => sql`
  with ${frozenLines(projectId, reportId)}
  select r.* from (
    ${treeRows(projectId, 'whole')}
    union all
    select 'unallocated', 0, '', '', '', null, l.id, l.original, l.budget, l.period, l.spent, l.committed, l.etc, l.mode, l.typed, l.remark,
      l.version, l.moved, 0 from line l where l.id = 0
    union all
    select 'total', 0, '', '', '', null, 0, sum(l.original), coalesce(sum(l.budget), 0), coalesce(sum(l.period), 0),
      coalesce(sum(l.spent), 0), coalesce(sum(l.committed), 0), coalesce(sum(l.etc), 0), null, null, '', 0, 0, 0 from line l) r
  order by r.out_code`

/** A frozen report, and today's cost as of the same day: what differs was booked, changed or deleted after the report. */
export async function showIssued(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<IssuedReportDetail> {
  const { project } = context
  const row = await loadIssued(db, project.id, params.code)
  const [answer] = await answersOf(db, context, [row])
  const { rows } = await frozenRows(project.id, row.id).execute(db)
  const now = await readRows(db, project.id, row.as_of, 'whole')
  const spentNow = new Map(
    now.filter(({ kind }) => kind === 'tree').map(({ code, spent }) => [code, spent] as const),
  )
  const ofKind = (some: readonly ReportRow[], kind: ReportRow['kind']) =>
    some.filter((one) => one.kind === kind)
  const frozen = ofKind(rows, 'tree').map((one) => ({
    ...rowAnswer(one),
    now_yuan: yuan(spentNow.get(one.code) ?? 0n),
  }))
  const known = new Set(frozen.map(({ code }) => code))
  // Subjects that had nothing when the report was issued.
  const since = ofKind(now, 'tree')
    .filter(({ code, spent }) => !known.has(code) && spent !== 0n)
    .map((one) => ({ ...rowAnswer({ ...one, ...NOTHING }), now_yuan: yuan(one.spent) }))
  return {
    ...(answer as IssuedReport),
    items: [...frozen, ...since].toSorted((a, b) => (a.out_code < b.out_code ? -1 : 1)),
    unallocated: sumsAnswer(ofKind(rows, 'unallocated')[0]),
    total: {
      ...sumsAnswer(ofKind(rows, 'total')[0]),
      now_yuan: yuan(ofKind(now, 'total')[0]?.spent ?? 0n),
    },
  }
}

const NOTHING = {
  original: null,
  budget: 0n,
  period: 0n,
  spent: 0n,
  committed: 0n,
  etc: 0n,
  mode: null,
} as const

/** Withdraws the last report. Throws 422 for another one: later reports count from it. */
export async function withdrawReport(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Record<string, never>> {
  const projectId = context.project.id
  await lockReports(tx, projectId)
  const row = await loadIssued(tx, projectId, params.code)
  if (!row.is_last) throw refused('只能撤回最近一期报告')
  const [answer] = await answersOf(tx, context, [row])
  await tx
    .deleteFrom('cost_report_rows')
    .where('project_id', '=', projectId)
    .where('report_id', '=', row.id)
    .execute()
  await tx.deleteFrom('cost_reports').where('project_id', '=', projectId).where('id', '=', row.id).execute()
  await audit(tx, context, entryOf('delete', answer as IssuedReport))
  return {}
}
