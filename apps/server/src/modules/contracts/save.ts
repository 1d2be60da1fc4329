import {
  type Contract,
  type ContractBody,
  type ContractUpdate,
  contractUpdate,
} from '@pianzhang/contract/contracts'
import type { FieldError } from '@pianzhang/contract/errors'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { inserts, type Owner, ownedBy, ownerOf } from '../../platform/lists/records.ts'
import { type ContractRow, contractAnswers, loadContracts, logEntry, readContract } from './load.ts'
import { lockForUpdate } from './lock.ts'
import { categoryConflict } from './rules.ts'
import { findScans, replaceScans, type Scans, scanProblems } from './scans.ts'
import { usesOf } from './uses.ts'

/** The fields of a contract in a row of a spreadsheet. */
export type ContractFields = Omit<ContractBody, 'scan_attachment_codes'>

/** Adds a contract. Throws 422 with all wrong fields; of concurrent adds the unique constraint stops the second. */
export async function createContract(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ContractBody>,
): Promise<Contract> {
  const { project } = context
  const scans = await findScans(tx, project.id, body.scan_attachment_codes)
  const problems = await problemsOf(tx, project.id, body, scans)
  if (problems.length > 0) throw invalid(problems)
  const [added] = await insertContracts(tx, ownerOf(context), [body])
  const { id, code } = added as { id: bigint; code: string }
  if (scans.size > 0) await replaceScans(tx, project.id, id, idsOf(body.scan_attachment_codes, scans))
  const saved = await readContract(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

/**
 * Inserts without scans and log entry; an import uses it too and logs itself. Throws 422 if a number exists in the
 * project.
 */
export async function insertContracts(
  tx: Tx,
  owner: Owner,
  bodies: readonly ContractFields[],
): Promise<{ id: bigint; code: string }[]> {
  const taken = await numbersTaken(
    tx,
    owner.projectId,
    bodies.map((body) => body.out_code),
  )
  if (taken.length > 0) throw invalid([TAKEN])
  const rows = bodies.map((body) => ({
    ...columnsOf(body),
    ...ownedBy(owner),
    code: newCode(),
  }))
  const added: { id: bigint; code: string }[] = []
  for (const part of inserts(rows))
    added.push(...(await tx.insertInto('contracts').values(part).returning(['id', 'code']).execute()))
  return added
}

/** Replaces a contract; ID number, account and scans only if the body has them. */
export async function updateContract(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, ContractUpdate>,
): Promise<Contract> {
  const projectId = context.project.id
  await lockForUpdate(tx, projectId, params.code, body.out_code)
  const [row] = (await loadContracts(tx, projectId, [params.code])) as [ContractRow]
  const scans = await findScans(tx, projectId, body.scan_attachment_codes ?? [])
  const problems = await problemsOf(tx, projectId, body, scans, row)
  if (problems.length > 0) throw invalid(problems)
  checkVersion(body.version, row.version)
  const [before] = await contractAnswers(tx, context, [row])
  const columns = columnsOf({
    ...body,
    id_number: body.id_number ?? row.id_number,
    income_bankcard_account: body.income_bankcard_account ?? row.income_bankcard_account,
  })
  await tx
    .updateTable('contracts')
    .set({ ...columns, version: row.version + 1, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('id', '=', row.id)
    .execute()
  if (body.scan_attachment_codes)
    await replaceScans(tx, projectId, row.id, idsOf(body.scan_attachment_codes, scans))
  const saved = await readContract(tx, context, params.code)
  const numbers = NUMBERS.filter((name) => columns[name] !== row[name])
  await audit(tx, context, logEntry('update', { before: before as Contract, after: saved, numbers }))
  return saved
}

const NUMBERS = ['id_number', 'income_bankcard_account'] as const

/**
 * The numbers taken, missing scans and contradicted categories of a body that its schema refused, so that all errors
 * are reported at once. `own`: the code of the contract that is edited.
 */
export async function wrongReferences(
  tx: Tx,
  { project }: ProjectContext,
  body: unknown,
  own?: string,
): Promise<FieldError[]> {
  const fields = validFields(contractUpdate, body)
  const scans = await findScans(tx, project.id, fields.scan_attachment_codes ?? [])
  const [edited] = own === undefined ? [] : await loadContracts(tx, project.id, [own])
  return await problemsOf(tx, project.id, fields, scans, edited)
}

const TAKEN: FieldError = { field: 'out_code', message: '合同编号已存在' }

/** `own`: the contract that is edited. A field that failed the schema is absent here, and already has its message. */
async function problemsOf(
  tx: Tx,
  projectId: bigint,
  fields: Partial<ContractUpdate>,
  scans: Scans,
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
  return [...problems, ...scanProblems(fields.scan_attachment_codes ?? [], scans)]
}

/** Which of these contract numbers exist in the project. */
async function numbersTaken(tx: Tx, projectId: bigint, numbers: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('contracts')
    .select('out_code')
    .where('project_id', '=', projectId)
    .where('out_code', '=', anyOf(numbers))
    .execute()
  return rows.map((row) => row.out_code)
}

/** The columns of a body. */
const columnsOf = (body: ContractFields) => ({
  out_code: body.out_code,
  customer: body.customer,
  id_number: body.id_number,
  sign_at: body.sign_at,
  category: Number(body.category),
  amount: body.amount,
  income_bank_name: body.income_bank_name,
  income_bankcard_username: body.income_bankcard_username,
  income_bankcard_account: body.income_bankcard_account,
  remark: body.remark,
})

const idsOf = (codes: readonly string[], scans: Scans): bigint[] =>
  codes.flatMap((code) => scans.get(code)?.id ?? [])
