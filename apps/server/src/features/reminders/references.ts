import { reminderBody } from '@pianzhang/contract/reminders'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { problemsOf, type References } from './rules.ts'

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
