import type { FieldError } from '@pianzhang/contract/errors'
import { type ReminderBody, reminderBody, scheduleProblems } from '@pianzhang/contract/reminders'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'

/** The record that a reminder refers to; undefined: not in this project. */
export interface References {
  contract: { id: bigint } | undefined
}

/** Checks that the schema of a single field cannot make. A field that failed its schema is absent here, as it already has a message. */
export function problemsOf(body: Partial<ReminderBody>, { contract }: References): FieldError[] {
  const problems = scheduleProblems(body)
  if (body.contract_code !== undefined && !contract)
    problems.unshift({ field: 'contract_code', message: '合同不存在或已被删除' })
  return problems
}

/** The stored schedule: a single reminder ends on its day and has no mode, whatever was sent. */
export function scheduleOf({ category, mode, judge_date, start_at, end_at }: ReminderBody) {
  const single = category === '0'
  return {
    category: Number(category),
    mode: single || mode === null ? null : Number(mode),
    judge_date: single ? null : judge_date,
    start_at,
    end_at: single || end_at === null ? start_at : end_at,
  }
}

/** The contract that a body names. Not locked: it only has to exist, which the foreign key checks. */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  code: string | undefined,
): Promise<References> {
  if (code === undefined) return { contract: undefined }
  const contract = await tx
    .selectFrom('contracts')
    .select('id')
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  return { contract }
}

/** The further errors of a body that its schema refused, so that all are reported at once. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(reminderBody, body)
  return problemsOf(fields, await findReferences(tx, project.id, fields.contract_code))
}
