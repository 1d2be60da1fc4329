import { imprestBody } from '@pianzhang/contract/imprests'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { findSubjects } from '../subjects/booked.ts'
import { problemsOf, type ReferenceFields, type References } from './rules.ts'

/**
 * The subjects, contracts and files that bodies name by code. Contracts are locked until the commit, so that their
 * category stays as the rules saw it; that a subject is still there is checked by its foreign key at the INSERT.
 */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  bodies: readonly Partial<ReferenceFields>[],
): Promise<References> {
  const contractCodes = [...new Set(bodies.flatMap((body) => body.contract_code ?? []))]
  const attachmentCodes = [...new Set(bodies.flatMap((body) => body.voucher_attachment_codes ?? []))]
  const subjects = await findSubjects(
    tx,
    projectId,
    bodies.flatMap((body) => body.subject_three_code ?? []),
  )
  // Most details have no contract and no picture: skipping the statement saves a round trip.
  const contracts =
    contractCodes.length === 0
      ? []
      : // In the order of ids, so that concurrent requests cannot deadlock.
        await tx
          .selectFrom('contracts')
          .select(['code', 'id', 'category'])
          .where('project_id', '=', projectId)
          .where('code', '=', anyOf(contractCodes))
          .orderBy('id')
          .forShare()
          .execute()
  const attachments =
    attachmentCodes.length === 0
      ? []
      : await tx
          .selectFrom('attachments')
          .select(['code', 'id', 'kind'])
          .where('project_id', '=', projectId)
          .where('code', '=', anyOf(attachmentCodes))
          .execute()
  return {
    subjects,
    contracts: new Map(contracts.map((row) => [row.code, row])),
    attachments: new Map(attachments.map((row) => [row.code, row])),
  }
}

/** The missing references of a body that its schema refused, so that all errors are reported at once. */
export async function wrongReferences(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(imprestBody, body)
  return problemsOf(fields, await findReferences(tx, project.id, [fields]))
}
