import { today } from '@pianzhang/contract/calendar'
import type {
  CostReport,
  CostReportQuery,
  CostReportRow,
  CostReportSums,
} from '@pianzhang/contract/cost-report'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { pendingCosts } from '../../base/approvals/pending-costs.ts'
import { refreshMany, unallocatedPairs } from '../../base/contracts/commitments.ts'
import type { Db } from '../../platform/database/database.ts'
import { invalid, missing } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { hasLater, reportLines, type Scope, scopeOf } from './lines.ts'

/** Number of subjects that are most over their budget. */
const WORST = 10

export const canOf = rightsTo('cost_report')

/** Sums of a row, in fen. */
export interface Sums {
  original: bigint | null
  budget: bigint
  period: bigint
  spent: bigint
  committed: bigint
  etc: bigint
}

/** A row of the statement. `kind`: of the tree, one of the worst, contracts without a subject, or of all. */
export interface ReportRow extends Sums {
  kind: 'tree' | 'worst' | 'unallocated' | 'total'
  level: number
  code: string
  out_code: string
  name: string
  parent_code: string | null
  mode: 'auto' | 'etc' | 'efc' | null
  typed: bigint | null
  remark: string
  version: number
  moved: bigint
  quantity: number
}

const added = sql`sum(l.original) as original, coalesce(sum(l.budget), 0) as budget, coalesce(sum(l.period), 0) as period,
  coalesce(sum(l.spent), 0) as spent, coalesce(sum(l.committed), 0) as committed, coalesce(sum(l.etc), 0) as etc`
const own = sql`l.original, l.budget, l.period, l.spent, l.committed, l.etc, l.mode, l.typed, l.remark, l.version, l.moved`
const none = sql`null::text as mode, null::bigint as typed, '' as remark, 0 as version, 0::numeric as moved`
const variance = sql`l.spent + l.committed + l.etc - l.budget`

/** Which rows of the tree: `below` the code of a subject of level one, `whole` all levels, else level one. */
export type Depth = { below: string } | 'whole' | 'one'

/** SELECT of `ReportRow`s of the tree, from the CTE `line`. */
export function treeRows(projectId: bigint, depth: Depth): RawBuilder<ReportRow> {
  const within = (id: RawBuilder<unknown>) =>
    typeof depth === 'string'
      ? sql``
      : sql`and ${id} = (select t.id from subjects t
          where t.project_id = ${projectId} and t.code = ${depth.below} and t.category = 0)`
  const ones = sql`
    select 'tree' as kind, 0 as level, s.code, s.out_code, s.name, null::text as parent_code, g.*, ${none}, 0 as quantity
    from (select l.one_id as id, ${added} from line l where l.id <> 0 ${within(sql`l.one_id`)} group by 1) g
    join subjects s on s.project_id = ${projectId} and s.id = g.id`
  if (depth === 'one') return sql<ReportRow>`${ones}`
  return sql<ReportRow>`${ones}
    union all
    select 'tree', 1, s.code, s.out_code, s.name, above.code, g.*, ${none}, 0
    from (select l.two_id as id, ${added} from line l where l.id <> 0 ${within(sql`l.one_id`)} group by 1) g
    join subjects s on s.project_id = ${projectId} and s.id = g.id
    join subjects above on above.project_id = ${projectId} and above.id = s.one_id
    union all
    select 'tree', 2, l.code, l.out_code, l.name, two.code, l.id, ${own}, 0
    from line l join subjects two on two.project_id = ${projectId} and two.id = l.two_id
    where l.id <> 0 ${within(sql`l.one_id`)}`
}

interface Header {
  later: boolean
  last_code: string | null
  last_no: number
  last_as_of: string
  last_committed: bigint
  last_etc: bigint
  last_variance: bigint
  locked_code: string | null
  locked_name: string
  contracts: number
}

/** The rows and what stands above them, in one statement, so that all are of one moment. */
async function readReport(db: Db, scope: Scope, depth: Depth) {
  const { projectId } = scope
  const { rows } = await sql<ReportRow & Header>`
    with ${reportLines(scope)},
    head as materialized (
      select ${scope.later ? sql`true` : hasLater(scope)} as later,
        last.code as last_code, last.no as last_no, last.as_of as last_as_of, w.committed as last_committed, w.etc as last_etc,
        w.variance as last_variance, locked.code as locked_code, locked.name as locked_name,
        (select count(*)::int4 from (${unallocatedPairs(projectId)}) u) as contracts
      from (select 1) one left join last on true left join locked on true
      left join lateral (
        select sum(r.committed) as committed, sum(r.etc) as etc, sum(r.spent + r.committed + r.etc - r.budget) as variance
        from cost_report_rows r where r.project_id = ${projectId} and r.report_id = last.id) w on true)
    select r.*, head.* from (
      ${treeRows(projectId, depth)}
      union all
      select 'worst', 2, w.* from (
        select l.code, l.out_code, l.name, null, l.id, ${own}, 0 from line l
        where l.id <> 0 and ${variance} > 0 order by ${variance} desc, l.out_code limit ${sql.lit(WORST)}) w
      union all
      select 'unallocated', 0, '', '', '', null, l.id, ${own}, 0 from line l where l.id = 0
      union all
      select 'total', 0, '', '', '', null, 0, ${added}, ${none}, (count(*) filter (where l.id <> 0 and ${variance} > 0))::int4
      from line l) r
    cross join head order by r.out_code`.execute(db)
  return rows
}

/** The day as of which the report is; throws 422 for a day to come. */
export function dayOf(asOf: string | undefined, now: Date): string {
  const day = today(now)
  if (asOf !== undefined && asOf > day) throw invalid([{ field: 'as_of', message: '截至日不能晚于今天' }])
  return asOf ?? day
}

/** Reads with the kept sums alone, and once more without what is later than `as_of`, where there is any. */
export async function readRows(db: Db, projectId: bigint, asOf: string, depth: Depth) {
  const scope = await scopeOf(db, { projectId, asOf, later: false })
  const rows = await readReport(db, scope, depth)
  // The total is always one row, so `rows` is never empty.
  return rows[0]?.later ? await readReport(db, { ...scope, later: true }, depth) : rows
}

export async function showReport(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, CostReportQuery, unknown>,
): Promise<CostReport> {
  const { project, services, now } = context
  const asOf = dayOf(query.as_of, now)
  await refreshMany(services, project.id)
  const below = query.subject_code
  const depth = below !== undefined ? { below } : query.whole === '1' ? 'whole' : 'one'
  const read = await readRows(db, project.id, asOf, depth)
  // An estimate is typed on the figures of its day; those of an earlier day have not moved from them.
  const rows = asOf === dayOf(undefined, now) ? read : read.map((row) => ({ ...row, moved: 0n }))
  const tree = rows.filter(({ kind }) => kind === 'tree')
  if (below !== undefined && tree.length === 0) await expectSubject(db, project.id, below)
  const total = rows.find(({ kind }) => kind === 'total')
  const head = rows[0] as Header
  return {
    as_of: asOf,
    items: tree.map(rowAnswer),
    unallocated: sumsAnswer(rows.find(({ kind }) => kind === 'unallocated')),
    unallocated_contracts: head.contracts,
    total: sumsAnswer(total),
    over: total?.quantity ?? 0,
    worst: rows
      .filter(({ kind }) => kind === 'worst')
      .toSorted((a, b) => (varianceOf(a) < varianceOf(b) ? 1 : varianceOf(a) > varianceOf(b) ? -1 : 0))
      .map(rowAnswer),
    last:
      head.last_code === null
        ? null
        : {
            code: head.last_code,
            no: head.last_no,
            as_of: head.last_as_of,
            committed_yuan: yuan(head.last_committed),
            etc_yuan: yuan(head.last_etc),
            variance_yuan: yuan(head.last_variance),
          },
    pending: context.features.has('approval') ? await pendingCosts(db, project.id) : null,
    locked: head.locked_code === null ? null : { code: head.locked_code, name: head.locked_name },
    can: { write: canOf(context).write },
  }
}

/** Throws 404 unless the project has this subject of level one. */
async function expectSubject(db: Db, projectId: bigint, code: string): Promise<void> {
  const row = await db
    .selectFrom('subjects')
    .select('id')
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .where('category', '=', 0)
    .executeTakeFirst()
  if (!row) throw missing()
}

const efcOf = ({ spent, committed, etc }: Sums): bigint => spent + committed + etc
const varianceOf = (row: Sums): bigint => efcOf(row) - row.budget

const ZERO: Sums = { original: null, budget: 0n, period: 0n, spent: 0n, committed: 0n, etc: 0n }
export const sumsAnswer = (row: Sums = ZERO): CostReportSums => ({
  original_yuan: row.original === null ? null : yuan(row.original),
  budget_yuan: yuan(row.budget),
  period_yuan: yuan(row.period),
  spent_yuan: yuan(row.spent),
  committed_yuan: yuan(row.committed),
  etc_yuan: yuan(row.etc),
  efc_yuan: yuan(efcOf(row)),
  variance_yuan: yuan(varianceOf(row)),
})

export const rowAnswer = (row: ReportRow): CostReportRow => ({
  code: row.code,
  out_code: row.out_code,
  name: row.name,
  level: row.level,
  parent_code: row.parent_code,
  has_children: row.level < 2,
  ...sumsAnswer(row),
  estimate:
    row.mode === null
      ? null
      : {
          mode: row.mode,
          amount_yuan: row.typed === null ? null : yuan(row.typed),
          remark: row.remark,
          version: row.version,
          moved_yuan: yuan(row.moved),
        },
})
