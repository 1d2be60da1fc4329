import type { Subject, SubjectBody } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { insertSubjects } from './insert.ts'
import { labelOf, type SubjectRow, subjectAnswer, subjectColumns } from './load.ts'
import { findParent, nextNumber } from './preload.ts'

/**
 * Adds a subject under its number, or under the next one. Two who add the same one meet at the unique number; the second then finds it
 * taken, 422, or gets the one after.
 */
export async function createSubject(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, SubjectBody>,
): Promise<Subject> {
  const { project } = context
  const wrong = (message: string) => invalid([{ field: 'out_code', message }])
  const parent = await findParent(tx, project.id, body.category, body.parent_code, true)
  const out_code = body.out_code ?? (await nextNumber(tx, project.id, body.category, parent))
  if (parent && !out_code.startsWith(parent.out_code))
    throw wrong(`科目编号须以上级编号${parent.out_code}开头`)
  const taken = await tx
    .selectFrom('subjects')
    .select('id')
    .where('project_id', '=', project.id)
    .where('out_code', '=', out_code)
    .executeTakeFirst()
  if (taken) throw wrong('科目编号已存在')
  const subject = { code: newCode(), category: body.category, out_code, name: body.name }
  await insertSubjects(tx, project.id, context.now, [subject])
  const { rows } = await sql<SubjectRow>`select ${subjectColumns} from subjects s
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

/** A subject for the log. */
export const snapshot = (row: SubjectRow) => ({
  out_code: row.out_code,
  name: row.name,
  category: row.category,
  parent_code: row.parent_code,
})
