import { costCompare, costCompareQuery } from '@pianzhang/contract/overview'
import { type RawBuilder, sql } from 'kysely'
import { type Chart, chartRoutes } from '../../platform/lists/charts.ts'
import { budgetedBySubject } from '../cost-budgets/sums.ts'
import { subjectSums } from '../cost-executions/statistics/sql.ts'
import { openBySubject } from '../imprests/sums.ts'
import { LEVELS, levelSums, subjectCells, subjectColumns } from '../subjects/drill-down.ts'
import { type Compared, comparedAnswer, comparedCells, comparedColumns } from './compare.ts'

/** Budgets, payments and petty cash that is not written off, by level-three subject; a subject may be in several rows. */
const booked = (projectId: bigint): RawBuilder<{ subject_id: bigint } & Compared> => sql`
  select b.subject_id, b.amount as budget, 0::numeric as executed from (${budgetedBySubject(projectId)}) b
  union all
  select p.subject_id, 0::numeric, p.amount from (${subjectSums(projectId, [])}) p
  union all
  select i.subject_id, 0::numeric, i.amount from (${openBySubject(projectId)}) i`

/** Cost budgets against costs, by the subjects of each level. */
export const costCompares: Chart[] = LEVELS.map(({ name, title, id }, level) => {
  const select = (projectId: bigint, query: Parameters<typeof levelSums>[2]) => sql<
    Compared & { code: string; out_code: string; name: string; one_name: string; two_name: string | null }
  >`${levelSums(projectId, id, query, booked(projectId), ['budget', 'executed'])}
    order by executed desc, budget desc, out_code`
  return chartRoutes(
    {
      path: `/projects/dashboard/cost_compare_${name}`,
      model: 'overview',
      summary: `Cost budgets and costs by level-${level + 1} subject, below a subject of a higher level or all`,
      query: costCompareQuery,
      answer: costCompare,
      title: `${title}费用对比`,
      columns: [...subjectColumns(level), ...comparedColumns('执行', '预算')],
      cells: (row) => [...subjectCells(row, level), ...comparedCells(row)],
    },
    select,
    async (db, { project }, query) => {
      const { rows } = await select(project.id, query).execute(db)
      return {
        items: rows.map((row) => ({
          name: row.name,
          code: row.code,
          out_code: row.out_code,
          ...comparedAnswer(row),
        })),
      }
    },
  )
})
