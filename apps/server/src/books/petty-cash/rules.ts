import type { FieldError } from '@pianzhang/contract/errors'
import type { Fen } from '@pianzhang/contract/money'
import { overPettyCashLimit } from '@pianzhang/contract/payment-requests'
import { type PettyCashBody, pettyCashBody } from '@pianzhang/contract/petty-cash'
import { pettyCashLimit } from '../../base/approvals/stored-rules.ts'
import { findUploads, type Uploads, uploadFault, VOUCHERS } from '../../base/attachments/find.ts'
import { contractFault, type FoundContract, lockByCode } from '../../base/contracts/find.ts'
import { type FoundSubject, findSubjects, subjectFault } from '../../base/subjects/booked-subjects.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { runningNumber } from '../../platform/numbers.ts'

/** The fields of a detail that refer to other records. A row of a spreadsheet has no pictures. */
type ReferenceFields = Pick<PettyCashBody, 'subject_three_code' | 'contract_code'> &
  Partial<Pick<PettyCashBody, 'voucher_attachment_codes'>>

/** The records that details refer to, found in the project; those of other projects are absent. */
export interface References {
  subjects: ReadonlyMap<string, FoundSubject>
  contracts: ReadonlyMap<string, FoundContract>
  attachments: Uploads
}

/** The references of a body that are missing or not allowed. A field that failed the schema is absent here, as it already has a message. */
export function problemsOf(body: Partial<ReferenceFields>, found: References): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (field: keyof ReferenceFields, message: string) => problems.push({ field, message })
  if (body.subject_three_code !== undefined) {
    const fault = subjectFault(found.subjects.get(body.subject_three_code))
    if (fault !== undefined) wrong('subject_three_code', fault)
  }
  if (typeof body.contract_code === 'string') {
    const fault = contractFault(found.contracts.get(body.contract_code), 'out')
    if (fault !== undefined) wrong('contract_code', fault)
  }
  const fault = uploadFault(body.voucher_attachment_codes ?? [], found.attachments, VOUCHERS)
  if (fault !== undefined) wrong('voucher_attachment_codes', fault)
  return problems
}

/** Why a detail may not have this amount under the rules of approval; none: it may. `before`: what it has already, which stays free. */
export const limitProblems = (limit: Fen | null, amount: Fen | undefined, before: Fen = 0n): FieldError[] =>
  limit !== null && amount !== undefined && amount > limit && amount > before
    ? [{ field: 'pay_amount', message: overPettyCashLimit(limit) }]
    : []

export const pettyCashNumber = (payAt: string, running: bigint): string =>
  runningNumber('BYJ', payAt, running)

const untilDeleted = (action: '修改' | '删除') => `不能${action}；删除核销生成的付款后可以${action}`

/** Why a detail that was written off as this payment cannot be changed. */
export const writtenOffAs = (payment: string | null): string =>
  `已核销${payment === null ? '' : `（付款 ${payment}）`}，${untilDeleted('修改')}`

/** Why written-off details cannot be changed: deleting their payments opens them again. */
export function writtenOff(
  details: readonly { code: string; payment: string | null }[],
  action: '修改' | '删除',
): string {
  const names = details.map(({ code, payment }) => (payment === null ? code : `${code}（付款 ${payment}）`))
  const named = namesOf(names)
  return `备用金 ${named}${named.endsWith('）') ? '' : ' '}已核销，${untilDeleted(action)}`
}

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

/** The references that are missing or not allowed in a body with other invalid fields, so that the answer names all mistakes. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown, isNew = false) {
  const fields = validFields(pettyCashBody, body)
  return [
    ...problemsOf(fields, await findReferences(tx, project.id, [fields])),
    ...(isNew ? limitProblems(await pettyCashLimit(tx, project.id), fields.pay_amount) : []),
  ]
}
