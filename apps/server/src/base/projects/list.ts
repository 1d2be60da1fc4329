import type { ProjectList, ProjectQuery } from '@pianzhang/contract/projects'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { contains } from '../../platform/lists/like.ts'
import { entered, loadProject, type ProjectRow, projectAnswer, projectColumns } from './load.ts'

/** The projects that this person may enter, newest first, not paged; the quota counts are of the whole company. */
export async function listProjects(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, ProjectQuery, unknown>,
): Promise<ProjectList> {
  const named = query.keywords ? sql`and ${contains(query.keywords, 'p.name')}` : sql``
  const { rows } = await sql<ProjectRow>`select ${projectColumns} from projects p
    where ${entered(context)} ${named} order by p.created_at desc, p.id desc`.execute(db)
  return {
    items: rows.map((row) => projectAnswer(context, row)),
    listTotal: rows.length,
    ...(await quotaOf(db, context.companyId)),
    can: { create: context.can('project', 'write') },
  }
}

export async function showProject(
  db: Db,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  return projectAnswer(context, await loadProject(db, context, params.code))
}

/** Throws if the quota is used up. Only a hint for the page: the create checks again with the company's row locked. */
export async function checkCreate(db: Db, context: PersonContext) {
  const quota = await quotaOf(db, context.companyId)
  if (quota.exists_count >= quota.total_count) throw quotaFull(quota.total_count)
  return {}
}

/** `total_count`: granted and bought; `exists_count`: all ever created, archived and deleted ones included. */
async function quotaOf(db: Db, companyId: bigint) {
  return await db
    .selectFrom('companies')
    .select(['buy_count', 'exists_count', sql<number>`granted_count + buy_count`.as('total_count')])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/** The message to a company that may create no more projects; with a quota of 0 it has not bought its first one yet. */
export const quotaFull = (total: number): Failure =>
  total === 0 ? new Failure('quotaFull', '尚未购买项目，请购买后再创建。') : new Failure('quotaFull')
