import { addYears, today } from '@pianzhang/contract/calendar'
import { DEFAULT_INVESTMENT_CATEGORIES, DEFAULT_PAY_CATEGORIES } from '@pianzhang/contract/lists'
import {
  datesProblems,
  type Project,
  type ProjectBody,
  type ProjectUpdate,
} from '@pianzhang/contract/projects'
import { sql } from 'kysely'
import { type Actor, audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { readOnlyReason } from '../../platform/http/account.ts'
import { checkVersion, invalid } from '../../platform/http/errors.ts'
import { checkWritable } from '../../platform/http/guard.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { completed } from '../../platform/lists/records.ts'
import { defaultSubjects } from '../subjects/defaults.ts'
import { insertSubjects } from '../subjects/insert.ts'
import { insertTypes } from '../types/types.ts'
import { quotaFull } from './list.ts'
import { inside, loadProject, projectAnswer, snapshot } from './load.ts'

/** Each project can be used for three years from its creation. */
const YEARS = 3

/**
 * Creates a project of the actor's company with its default subjects and types, and links the actor to it. Throws `quotaFull`.
 * `now` is when it counts as created.
 */
export async function createProject(
  tx: Tx,
  actor: Actor & { userId: bigint },
  body: ProjectBody,
  now: Date = actor.now,
): Promise<{ id: bigint; code: string }> {
  await takeQuota(tx, actor.companyId)
  const { desc, version: _, ...fields } = body
  const project = await tx
    .insertInto('projects')
    .values({
      ...fields,
      description: desc,
      code: newCode(),
      company_id: actor.companyId,
      creator_id: actor.userId,
      created_at: now,
      expire_at: addYears(today(now), YEARS),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  await tx.insertInto('project_members').values({ project_id: project.id, user_id: actor.userId }).execute()
  await insertSubjects(tx, project.id, now, defaultSubjects())
  await insertTypes(tx, 'payment_types', project.id, now, DEFAULT_PAY_CATEGORIES)
  await insertTypes(tx, 'investment_types', project.id, now, DEFAULT_INVESTMENT_CATEGORIES)
  await audit(
    tx,
    { ...actor, project },
    {
      action: 'create',
      resource: 'project',
      code: project.code,
      label: body.name,
      after: { ...fields, desc },
    },
  )
  return project
}

/** Counts the new project, or throws `quotaFull`. A concurrent update waits for the row's lock and then sees the new count. */
async function takeQuota(tx: Tx, companyId: bigint): Promise<void> {
  const counted = await tx
    .updateTable('companies')
    .set({ exists_count: sql`exists_count + 1` })
    .where('id', '=', companyId)
    .where(sql<boolean>`exists_count < granted_count + buy_count`)
    .returning('id')
    .executeTakeFirst()
  if (counted) return
  const company = await tx
    .selectFrom('companies')
    .select(sql<number>`granted_count + buy_count`.as('total'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  throw quotaFull(company.total)
}

export async function addProject(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, ProjectBody>,
): Promise<Project> {
  const { code } = await createProject(tx, context, body)
  return projectAnswer(context, await loadProject(tx, context, code))
}

/** Replaces the editable fields. Throws 300011 for an archived or expired project, 409 for a stale version. */
export async function updateProject(
  tx: Tx,
  context: PersonContext,
  { params, body: given }: Input<{ code: string }, unknown, ProjectUpdate>,
): Promise<Project> {
  const before = await loadProject(tx, context, params.code, 'edit')
  checkWritable(readOnlyReason(before, context.now))
  checkVersion(given.version, before.version)
  const { director, main_character, desc: stored, start_date_at, end_date_at } = before
  const left = { director, main_character, desc: stored, start_date_at, end_date_at }
  const { desc, version: _, ...fields } = completed(given, left)
  const problems = datesProblems(fields)
  if (problems.length > 0) throw invalid(problems)
  await tx
    .updateTable('projects')
    .set({ ...fields, description: desc, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  const saved = await loadProject(tx, context, params.code)
  await audit(tx, inside(context, saved), {
    action: 'update',
    resource: 'project',
    code: saved.code,
    label: saved.name,
    before: snapshot(before),
    after: snapshot(saved),
  })
  return projectAnswer(context, saved)
}

/**
 * Marks a project as deleted: every query filters by `deleted_at is null`, and a session that has it selected is told so (300009). It still counts in
 * the quota; its rows stay for 30 days (purge/purge.ts).
 */
export async function removeProject(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const row = await loadProject(tx, context, params.code, 'close')
  // `now()` of the database, as a wrong clock of this server would shorten the 30 days.
  await sql`update projects set deleted_at = ${context.now}, purge_after = now() + interval '30 days' where id = ${row.id}`.execute(
    tx,
  )
  await audit(tx, inside(context, row), {
    action: 'delete',
    resource: 'project',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  return {}
}
