import type { SubjectList, SubjectListQuery } from '@pianzhang/contract/subjects'
import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { type SubjectRow, subjectAnswer, subjectColumns, subjectTree } from './load.ts'

/**
 * Ordered by number. With a keyword (number or name) or a level a flat list; else a page of level-one subjects with their trees.
 */
export async function listSubjects(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, SubjectListQuery, unknown>,
): Promise<SubjectList> {
  const isFlat = Boolean(query.keywords) || query.category !== undefined
  const where = isFlat
    ? conditions(context.project.id, query)
    : conditions(context.project.id, { category: 0 })
  const page = pageClause(query)
  const { rows } = isFlat
    ? await sql<SubjectRow>`select ${subjectColumns(context.project.id)} from subjects s where ${where} order by s.out_code ${page}`.execute(
        db,
      )
    : await sql<SubjectRow>`select ${subjectColumns(context.project.id)} from subjects s
        where s.project_id = ${context.project.id}
          and s.one_id in (select s.id from subjects s where ${where} order by s.out_code ${page})
        order by s.out_code`.execute(db)
  const { rows: counts } = await sql<{
    count: number
  }>`select ${countAll()} as count from subjects s where ${where}`.execute(db)
  return {
    items: isFlat ? rows.map((row) => subjectAnswer(context, row)) : subjectTree(context, rows),
    listTotal: counts[0]?.count ?? 0,
    can: rightsTo('subject')(context),
  }
}

/** SQL condition on subjects `s`: of the project, of a level, with the keyword in `24000101 摄影机租赁费`. */
export function conditions(
  projectId: bigint,
  query: { keywords?: string; category?: number },
): RawBuilder<unknown> {
  const ofLevel = query.category === undefined ? sql`` : sql`and s.category = ${query.category}`
  const where: Conditions = [sql`s.project_id = ${projectId} ${ofLevel}`]
  if (query.keywords) where.push(contains(query.keywords, sql`(s.out_code || ' ' || s.name)`))
  return filtered(where)
}
