import { type ContractUpdate, contractUpdate } from '@pianzhang/contract/contracts'
import type { FieldError } from '@pianzhang/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { hasName, lockNames, onlyDiffers, takenName } from '../../platform/lists/same-name.ts'
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

/** Why a contract cannot have this number while another one has `stored`. */
export const takenBy = (stored: string, number: string): string =>
  stored === number ? '合同编号已存在' : onlyDiffers('合同', stored)

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
    await lockNames(tx, projectId)
    const taken = takenName(await numbersLike(tx, projectId, [fields.out_code], own?.id), fields.out_code)
    if (taken !== undefined) problems.push({ field: 'out_code', message: takenBy(taken, fields.out_code) })
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

/** Throws 422 if one of these numbers, however it is written, exists in the project. Until the commit nobody else checks a number. */
export async function refuseTaken(tx: Tx, projectId: bigint, numbers: readonly string[]): Promise<void> {
  await lockNames(tx, projectId)
  const stored = await numbersLike(tx, projectId, numbers)
  if (stored.length === 0) return
  for (const number of numbers) {
    const taken = takenName(stored, number)
    if (taken !== undefined) throw invalid([{ field: 'out_code', message: takenBy(taken, number) }])
  }
}

/** The numbers of the project that are these ones, however they are written, but for that of the contract `own`. */
async function numbersLike(
  tx: Tx,
  projectId: bigint,
  numbers: readonly string[],
  own = 0n,
): Promise<string[]> {
  const { rows } = await sql<{ out_code: string }>`
    select k.out_code from contracts k where k.project_id = ${projectId} and k.id <> ${own}
      and ${hasName('k.out_code', numbers)} order by k.id`.execute(tx)
  return rows.map((row) => row.out_code)
}
