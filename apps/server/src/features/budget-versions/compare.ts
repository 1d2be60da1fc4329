import { budgetVersionApi } from '@pianzhang/contract/api/features'
import {
  type BudgetComparison,
  type CompareQuery,
  compareExportQuery,
} from '@pianzhang/contract/budget-versions'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/read-rows.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { type SummableColumn, subjectOutline, subtotalMark } from '../../platform/sheet/totals.ts'

const CURRENT = 'current'

interface Side {
  code: string
  name: string
  /** A SELECT of `subject_id` and `amount` in fen. */
  sums: RawBuilder<unknown>
}

/** A version of the budget, or the budget as it is. Throws 422 for an unknown one. */
async function sideOf(db: Db, projectId: bigint, field: 'a' | 'b', code: string): Promise<Side> {
  if (code === CURRENT)
    return {
      code,
      name: '当前预算',
      sums: sql`select s.key as subject_id, s.amount from ${keptSums(projectId, ['cost_budget'])}`,
    }
  const version = await db
    .selectFrom('budget_versions')
    .select(['id', 'code', 'name'])
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!version) throw invalid([{ field, message: '预算版本不存在' }])
  return {
    ...version,
    sums: sql`select r.subject_id, r.amount from budget_version_rows r where r.project_id = ${projectId} and r.version_id = ${version.id}`,
  }
}

interface Row {
  code: string
  out_code: string
  name: string
  level: number
  parent_code: string | null
  a: bigint
  b: bigint
}

/** SELECT of subjects of all levels with an amount on either side, parents first. */
const compared = (projectId: bigint, a: Side, b: Side): RawBuilder<Row> => sql`
  with line as materialized (
    select x.subject_id, sum(x.a) as a, sum(x.b) as b from (
      select u.subject_id, u.amount as a, 0::numeric as b from (${a.sums}) u
      union all
      select u.subject_id, 0, u.amount from (${b.sums}) u) x
    group by 1 having sum(x.a) <> 0 or sum(x.b) <> 0),
  leveled as (
    select v.id, v.level, sum(l.a) as a, sum(l.b) as b
    from line l join subjects three on three.project_id = ${projectId} and three.id = l.subject_id
    cross join lateral (values (three.one_id, 0), (three.two_id, 1), (three.id, 2)) v (id, level)
    group by 1, 2)
  select s.code, s.out_code, s.name, g.level, up.code as parent_code, g.a, g.b
  from leveled g join subjects s on s.project_id = ${projectId} and s.id = g.id
  left join subjects up on up.project_id = ${projectId} and up.id = s.parent_id
  order by s.out_code`

/** Two versions, or one with the budget as it is, by subject. */
export async function compareVersions(
  db: Db,
  { project }: ProjectContext,
  { query }: Input<unknown, CompareQuery, unknown>,
): Promise<BudgetComparison> {
  const a = await sideOf(db, project.id, 'a', query.a)
  const b = await sideOf(db, project.id, 'b', query.b)
  const { rows } = await compared(project.id, a, b).execute(db)
  const amounts = (one: { a: bigint; b: bigint }) => ({
    a_yuan: yuan(one.a),
    b_yuan: yuan(one.b),
    difference_yuan: yuan(one.b - one.a),
  })
  const ones = rows.filter(({ level }) => level === 0)
  return {
    a: { code: a.code, name: a.name },
    b: { code: b.code, name: b.name },
    items: rows.map(({ a: first, b: second, ...subject }) => ({
      ...subject,
      ...amounts({ a: first, b: second }),
    })),
    total: amounts({
      a: ones.reduce((all, row) => all + row.a, 0n),
      b: ones.reduce((all, row) => all + row.b, 0n),
    }),
  }
}

/** Both sides of an export. Throws 422 for an unknown version. */
const sidesOf = async (
  { project, services }: Pick<ProjectContext, 'services'> & { project: { id: bigint } },
  { a = CURRENT, b = CURRENT }: Partial<CompareQuery>,
) => ({
  a: await sideOf(services.db, project.id, 'a', a),
  b: await sideOf(services.db, project.id, 'b', b),
})

const text = (title: string, width: number): SummableColumn => ({ title, kind: 'text', width })
const money = (title: string): SummableColumn => ({
  title: `${title}（元）`,
  kind: 'money',
  summed: true,
  width: 20,
})

/** The comparison as a spreadsheet. */
export const compareExport = listExport({
  endpoint: budgetVersionApi.exportComparison,
  model: 'budget_version',
  summary: 'The comparison of two versions as a spreadsheet',
  // Each is in the query or in the body.
  query: compareExportQuery,
  check: sidesOf,
  async prepare(link, query) {
    const { project, services } = link
    const { a, b } = await sidesOf(link, query)
    return {
      name: '预算版本对比',
      columns: [text('科目编号', 12), text('科目', 28), money(a.name), money(b.name), money('差异')],
      ...subjectOutline,
      async *rows(slot) {
        for await (const rows of readRows<Row>(slot, services.db, compared(project.id, a, b)))
          yield rows.map((row) => [
            row.level < 2 ? subtotalMark(row.out_code, row.name) : row.out_code,
            row.level < 2 ? null : row.name,
            row.a,
            row.b,
            row.b - row.a,
          ])
      },
    }
  },
})
