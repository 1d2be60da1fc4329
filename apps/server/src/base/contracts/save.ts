import {
  type AddedScans,
  CONTRACT_FIELDS,
  type Contract,
  type ContractBody,
  type ContractUpdate,
  MAX_SCANS,
} from '@pianzhang/contract/contracts'
import { fenOf } from '@pianzhang/contract/money'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import {
  completed,
  fieldsIn,
  inserts,
  type Owner,
  ownedBy,
  ownerOf,
  updateRecord,
} from '../../platform/lists/records.ts'
import { withAdded, wrongAdded } from '../attachments/added-files.ts'
import { findUploads, uploadIds } from '../attachments/find.ts'
import { markUnlinked } from '../attachments/unlink.ts'
import { lockPayees, payeeFault } from '../payees/find.ts'
import { removeAllocations } from './allocated.ts'
import { allocationProblems } from './allocations.ts'
import { type ContractRow, contractAnswers, loadContracts, logEntry, readContract } from './load.ts'
import { lockContracts, lockForUpdate } from './lock.ts'
import { problemsOf, refuseTaken } from './references.ts'
import type { ContractRule } from './rule.ts'
import { keepsContract } from './rules.ts'
import { SCANS, scanFiles } from './scans.ts'
import { usesOf } from './uses.ts'

/** The fields of a contract in a row of a spreadsheet. */
export type ContractFields = Omit<ContractBody, 'scan_attachment_codes' | 'payee_code'>

/** Adds a contract. Throws 422 with all wrong fields. Numbers are checked under a lock of the project. */
export async function createContract(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ContractBody>,
): Promise<Contract> {
  const { project } = context
  const payees = await lockPayees(tx, context, [body.payee_code])
  const scans = await findUploads(tx, project.id, body.scan_attachment_codes)
  const problems = await problemsOf(tx, project.id, body, scans)
  problems.push(...payeeFault(context, body.payee_code, payees))
  if (problems.length > 0) throw invalid(problems)
  const payee_id = payees.get(body.payee_code ?? '') ?? null
  const [added] = await insertContracts(tx, ownerOf(context), [{ ...body, payee_id }])
  const { id, code } = added as { id: bigint; code: string }
  await scanFiles.link(tx, project.id, [{ id, files: uploadIds(body.scan_attachment_codes, scans) }])
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
  bodies: readonly (ContractFields & { payee_id?: bigint | null })[],
): Promise<{ id: bigint; code: string }[]> {
  await refuseTaken(
    tx,
    owner.projectId,
    bodies.map((body) => body.out_code),
  )
  const rows = bodies.map((body) => ({
    ...columnsOf(body),
    payee_id: body.payee_id ?? null,
    ...ownedBy(owner),
    code: newCode(),
  }))
  const added: { id: bigint; code: string }[] = []
  for (const part of inserts(rows))
    added.push(...(await tx.insertInto('contracts').values(part).returning(['id', 'code']).execute()))
  return added
}

/** Replaces the fields that the body has; absent optional fields and scans stay as they are stored. */
export async function updateContract(
  tx: Tx,
  context: ProjectContext,
  rules: readonly ContractRule[],
  { params, body }: Input<{ code: string }, unknown, ContractUpdate>,
): Promise<Contract> {
  const projectId = context.project.id
  // Before the contract, as a merge locks payees first.
  const payees = await lockPayees(tx, context, [body.payee_code])
  await lockForUpdate(tx, projectId, params.code, body.out_code)
  const [row] = (await loadContracts(tx, projectId, [params.code])) as [ContractRow]
  const scans = await findUploads(tx, projectId, body.scan_attachment_codes ?? [])
  const problems = [
    ...(await problemsOf(tx, projectId, body, scans, row)),
    ...(await allocationProblems(tx, context, row.id, body)),
    ...payeeFault(context, body.payee_code, payees),
  ]
  for (const { problems: further } of rules)
    problems.push(...((await further?.(tx, context, row, body)) ?? []))
  if (problems.length > 0) throw invalid(problems)
  const [before] = await contractAnswers(tx, context, [row])
  const { scan_attachment_codes, payee_code, ...fields } = body
  const columns = columnsOf(completed(fields, fieldsIn(row, CONTRACT_FIELDS)))
  // Absent, or without the feature, it stays.
  const keeps = payee_code === undefined || !context.features.has('payee')
  const payee_id = keeps ? row.payee_id : (payees.get(payee_code ?? '') ?? null)
  await updateRecord(tx, context, 'contracts', row, body.version, { ...columns, payee_id })
  if (scan_attachment_codes) {
    const removed = await scanFiles.remove(tx, projectId, [row.id])
    const files = uploadIds(scan_attachment_codes, scans)
    await scanFiles.link(tx, projectId, [{ id: row.id, files }], removed)
  }
  const saved = await readContract(tx, context, params.code)
  const numbers = NUMBERS.filter((name) => columns[name] !== row[name])
  await audit(tx, context, logEntry('update', { before: before as Contract, after: saved, numbers }))
  let plan_notice: string | undefined
  for (const { updated } of rules) plan_notice = (await updated?.(tx, context, row, columns)) ?? plan_notice
  return { ...saved, ...(plan_notice !== undefined && { plan_notice }) }
}

const NUMBERS = ['id_number', 'income_bankcard_account'] as const

const columnsOf = (body: ContractFields) => ({
  ...fieldsIn(body, CONTRACT_FIELDS),
  category: Number(body.category),
})

/**
 * Deletes all or none, with a log entry for each, and what goes with them. Booking a payment or receipt locks the contract:
 * the record is either committed and found here, or its booking finds the contract deleted.
 */
export async function removeContracts(
  tx: Tx,
  context: ProjectContext,
  rules: readonly ContractRule[],
  codes: string[],
): Promise<void> {
  const projectId = context.project.id
  await lockContracts(tx, projectId, codes, 'update')
  const rows = await loadContracts(tx, projectId, codes)
  const ids = rows.map(({ id }) => id)
  const uses = await usesOf(tx, projectId, ids)
  if (uses) throw refused(keepsContract(uses))
  const removed = await contractAnswers(tx, context, rows)
  const files = await scanFiles.remove(tx, projectId, ids)
  for (const { removing } of rules) await removing?.(tx, context, ids)
  await removeAllocations(tx, projectId, ids)
  await tx.deleteFrom('contracts').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await markUnlinked(tx, projectId, files)
  await audit(tx, context, ...removed.map((contract) => logEntry('delete', { before: contract })))
}

const ADDED = { ...SCANS, field: 'scan_attachment_codes', what: '合同扫描件', most: MAX_SCANS }

/** Adds scans to a contract; two people who do so at once both add theirs. */
export async function addScans(
  tx: Tx,
  context: ProjectContext,
  rules: readonly ContractRule[],
  { params, body }: Input<{ code: string }, unknown, AddedScans>,
): Promise<Contract> {
  await lockContracts(tx, context.project.id, [params.code])
  const contract = await readContract(tx, context, params.code)
  const own = contract.scans.map(({ code }) => code)
  const wrong = await wrongAdded(tx, context.project.id, body.scan_attachment_codes, ADDED)
  if (wrong.length > 0) throw invalid(wrong)
  const codes = withAdded(own, body.scan_attachment_codes, ADDED)
  if (codes.length === own.length) return contract
  const { out_code, customer, category, amount_yuan, version } = contract
  const changed: ContractUpdate = {
    ...{ out_code, customer, amount: fenOf(amount_yuan), version },
    category: category.category_code as ContractUpdate['category'],
    scan_attachment_codes: codes,
  }
  return await updateContract(tx, context, rules, { params, query: undefined, body: changed })
}
