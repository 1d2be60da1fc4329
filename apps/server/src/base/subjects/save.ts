import type { Subject, SubjectBody, SubjectLevel } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import { LEDGERS } from '../../ledgers.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { nounOf } from '../../platform/ledger.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { isUsed, usesCount, usesNames } from '../../platform/lists/uses.ts'
import { insertSubjects } from './insert.ts'
import { labelOf, type SubjectRow, subjectAnswer, subjectColumns } from './load.ts'
import { findParent, nextNumber } from './preload.ts'

/** Why these subjects cannot be deleted; null if none is used. Names the first ledger that uses one, and the lowest number that it uses. */
async function reasonToKeep(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<string | null> {
  for (const [ledger, subject] of LEDGERS.flatMap((one) => one.subjects.map((of) => [one, of] as const))) {
    const used = { column: subject.column ?? 'subject_id', id: sql`s.id` }
    const label = subject.table === ledger.table || subject.record !== null ? ledger.label : null
    const uses = label ? usesNames(ledger, subject, projectId, used) : usesCount(subject, projectId, used)
    const { rows } = await sql<{ name: string; uses: string[] | number }>`
      select s.out_code || ' ' || s.name as name, ${uses} as uses from subjects s
      where s.project_id = ${projectId} and s.id = any(${ids}) and ${isUsed(subject, projectId, used)}
      order by s.out_code limit 1`.execute(tx)
    const [row] = rows
    if (!row) continue
    return typeof row.uses === 'number'
      ? `科目 ${row.name} 有${(subject.table === ledger.table ? undefined : ledger.parts[subject.table]) ?? nounOf(ledger)} ${row.uses} 条，不能删除`
      : `科目 ${row.name} 已被${nounOf(ledger)} ${namesOf(row.uses)} 使用，不能删除`
  }
  return null
}

/**
 * Adds a subject with the given number, or with the next one. Throws 422 if the number is in use; of concurrent adds the unique constraint
 * stops the second, which is retried and then refused.
 */
export async function createSubject(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, SubjectBody>,
): Promise<Subject> {
  const { project } = context
  const wrong = (message: string) => invalid([{ field: 'out_code', message }])
  const parent = await findParent(tx, project.id, body.category, body.parent_code, true)
  const out_code = body.out_code ?? (await assignNumber(tx, project.id, body.category, parent))
  if (parent && !out_code.startsWith(parent.out_code))
    throw wrong(`科目编号须以上级编号${parent.out_code}开头`)
  if (await isTaken(tx, project.id, out_code)) throw wrong('科目编号已存在')
  const subject = { code: newCode(), category: body.category, out_code, name: body.name }
  await insertSubjects(tx, project.id, context.now, [subject])
  const { rows } = await sql<SubjectRow>`select ${subjectColumns(project.id)} from subjects s
    where s.project_id = ${project.id} and s.code = ${subject.code}`.execute(tx)
  const saved = rows[0] as SubjectRow
  await audit(tx, context, {
    action: 'create',
    resource: 'subject',
    code: saved.code,
    label: labelOf(saved),
    after: snapshot(saved),
  })
  return subjectAnswer(context, saved)
}

/** The next number below a parent. Locks the parent (or the project) until the commit, so that concurrent adds get different numbers. */
async function assignNumber(
  tx: Tx,
  projectId: bigint,
  level: SubjectLevel,
  parent: { id: bigint; out_code: string } | null,
): Promise<string> {
  const above = parent
    ? sql`select from subjects where project_id = ${projectId} and id = ${parent.id} for no key update`
    : sql`select from projects where id = ${projectId} for no key update`
  await above.execute(tx)
  return nextNumber(tx, projectId, level, parent)
}

async function isTaken(tx: Tx, projectId: bigint, out_code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subjects')
    .select('id')
    .where('project_id', '=', projectId)
    .where('out_code', '=', out_code)
    .executeTakeFirst()
  return row !== undefined
}

/** A subject's fields for the audit log. */
export const snapshot = (row: SubjectRow) => ({
  out_code: row.out_code,
  name: row.name,
  category: row.category,
  parent_code: row.parent_code,
})

/**
 * Deletes all or none; a parent only together with all of its children. Locks in the order of ids, so that batches
 * cannot deadlock. Concurrent bookings and children either commit first and are seen here, or wait and find the
 * subject deleted.
 */
export async function removeSubjects(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const projectId = context.project.id
  const columns = subjectColumns(projectId)
  const rows = await rowsByCode(tx, projectId, codes, { columns, table: 'subjects', alias: 's' }, true)
  const ids = rows.map((row) => row.id)
  await refuseParents(tx, projectId, ids)
  const reason = await reasonToKeep(tx, projectId, ids)
  if (reason) throw refused(reason)
  await tx.deleteFrom('subjects').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await audit(
    tx,
    context,
    ...rows.map((row) => ({
      action: 'delete' as const,
      resource: 'subject' as const,
      code: row.code,
      label: labelOf(row),
      before: snapshot(row),
    })),
  )
}

/** Refuses a subject with children that are not deleted with it. */
async function refuseParents(tx: Tx, projectId: bigint, ids: bigint[]): Promise<void> {
  const { rows } = await sql<{ parent: string; children: string[] }>`
    select p.out_code || ' ' || p.name as parent, array_agg(s.out_code || ' ' || s.name order by s.out_code) as children
    from subjects s join subjects p on p.project_id = ${projectId} and p.id = s.parent_id
    where s.project_id = ${projectId} and s.parent_id = any(${ids}) and s.id <> all(${ids})
    group by p.out_code, p.name order by p.out_code limit 1`.execute(tx)
  const found = rows[0]
  if (found) throw refused(`科目 ${found.parent} 下有科目 ${namesOf(found.children)}，不能删除`)
}
