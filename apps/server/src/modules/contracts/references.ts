import { type ContractUpdate, contractUpdate } from '@pianzhang/contract/contracts'
import type { FieldError } from '@pianzhang/contract/errors'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { findUploads, type Uploads, uploadFault } from '../attachments/find.ts'
import { lockPayees, payeeFault } from '../payees/find.ts'
import { type ContractRow, loadContracts } from './load.ts'
import { categoryConflict } from './rules.ts'
import { SCANS } from './scans.ts'
import { usesOf } from './uses.ts'

/**
 * The problems with number, category, scans and payee of a body that its schema refused, so that all errors are reported at
 * once. `own`: the code of the contract that is edited.
 */
export async function alsoWrong(
  tx: Tx,
  context: ProjectContext,
  body: unknown,
  own?: string,
): Promise<FieldError[]> {
  const { project } = context
  const fields = validFields(contractUpdate, body)
  const payees = await lockPayees(tx, context, [fields.payee_code])
  const scans = await findUploads(tx, project.id, fields.scan_attachment_codes ?? [])
  const [edited] = own === undefined ? [] : await loadContracts(tx, project.id, [own])
  return [
    ...(await problemsOf(tx, project.id, fields, scans, edited)),
    ...payeeFault(context, fields.payee_code, payees),
  ]
}

export const TAKEN: FieldError = { field: 'out_code', message: '合同编号已存在' }

/**
 * Checks that the contract's number is free, its category fits the records booked on it, and its scans exist. `own`: the contract that is
 * edited. A field that failed the schema is absent here, as it already has a message.
 */
export async function problemsOf(
  tx: Tx,
  projectId: bigint,
  fields: Partial<ContractUpdate>,
  scans: Uploads,
  own?: ContractRow,
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  if (fields.out_code !== undefined && fields.out_code !== own?.out_code) {
    if ((await numbersTaken(tx, projectId, [fields.out_code])).length > 0) problems.push(TAKEN)
  }
  if (own && fields.category !== undefined && Number(fields.category) !== own.category) {
    const uses = await usesOf(tx, projectId, [own.id])
    const conflict = uses && categoryConflict(fields.category, uses)
    if (conflict) problems.push({ field: 'category', message: conflict })
  }
  const fault = uploadFault(fields.scan_attachment_codes ?? [], scans, SCANS)
  if (fault !== undefined) problems.push({ field: 'scan_attachment_codes', message: fault })
  return problems
}

/** Which of these contract numbers exist in the project. */
export async function numbersTaken(tx: Tx, projectId: bigint, numbers: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('contracts')
    .select('out_code')
    .where('project_id', '=', projectId)
    .where('out_code', '=', anyOf(numbers))
    .execute()
  return rows.map((row) => row.out_code)
}
