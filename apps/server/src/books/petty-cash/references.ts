import { pettyCashBody } from '@pianzhang/contract/petty-cash'
import { pettyCashLimit } from '../../base/approvals/stored-rules.ts'
import { findUploads } from '../../base/attachments/find.ts'
import { lockByCode } from '../../base/contracts/find.ts'
import { findSubjects } from '../../base/subjects/booked-subjects.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { limitProblems, problemsOf, type ReferenceFields, type References } from './rules.ts'

/**
 * The subjects, contracts and files that bodies name by code. Contracts are locked until the commit, so that their
 * category does not change after the rules have checked it; the foreign key checks at the INSERT that a subject exists.
 */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  bodies: readonly Partial<ReferenceFields>[],
): Promise<References> {
  const all = (pick: (body: Partial<ReferenceFields>) => string | string[] | null | undefined) =>
    bodies.flatMap((body) => pick(body) ?? [])
  return {
    subjects: await findSubjects(
      tx,
      projectId,
      all((body) => body.subject_three_code),
    ),
    contracts: await lockByCode(
      tx,
      projectId,
      all((body) => body.contract_code),
    ),
    attachments: await findUploads(
      tx,
      projectId,
      all((body) => body.voucher_attachment_codes),
    ),
  }
}

/** The problems with the references of a body that its schema refused, so that all errors are reported at once. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown, isNew = false) {
  const fields = validFields(pettyCashBody, body)
  return [
    ...problemsOf(fields, await findReferences(tx, project.id, [fields])),
    ...(isNew ? limitProblems(await pettyCashLimit(tx, project.id), fields.pay_amount) : []),
  ]
}
