import type { BindingBody, Contract } from '@pianzhang/contract/contracts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type ContractRow, contractAnswers, loadContracts, logEntry } from './load.ts'
import { lockContracts, lockFound } from './lock.ts'

/**
 * Makes another contract the supplement of this one. Both are locked, so that the second of two concurrent requests finds
 * the link of the first; the table has the same rules as constraints.
 */
export async function bindSupplement(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, BindingBody>,
): Promise<Contract> {
  const projectId = context.project.id
  const other = body.supplement_contract_code
  const found = await lockFound(tx, projectId, [params.code, other])
  if (!found.has(params.code)) throw missing()
  if (other === params.code) throw wrongSupplement('不能关联合同自身')
  if (!found.has(other)) throw wrongSupplement('补充协议不存在')
  const { main, supplement, rows } = await loadPair(tx, projectId, params.code, other)
  const problem = bindingProblem(main, supplement)
  if (problem) throw wrongSupplement(problem)
  await sql`insert into contract_supplements (project_id, contract_id, main_id)
    values (${projectId}, ${main.id}, ${main.id}), (${projectId}, ${supplement.id}, ${main.id})`.execute(tx)
  return await logChange(tx, context, params.code, rows)
}

/** Unlinks the supplement of a contract. */
export async function unbindSupplement(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Contract> {
  const projectId = context.project.id
  await lockContracts(tx, projectId, [params.code], 'no key update')
  const [main] = (await loadContracts(tx, projectId, [params.code])) as [ContractRow]
  if (main.supplemented)
    throw refused(
      `合同 ${main.out_code} 是合同 ${main.supplemented.out_code} 的补充协议，请在该合同上取消关联`,
    )
  if (!main.supplement) throw refused(`合同 ${main.out_code} 没有关联补充协议`)
  const { rows } = await loadPair(tx, projectId, main.code, main.supplement.code)
  await tx
    .deleteFrom('contract_supplements')
    .where('project_id', '=', projectId)
    .where('main_id', '=', main.id)
    .execute()
  return await logChange(tx, context, params.code, rows)
}

/** Why `supplement` cannot become the supplement of `main`, or null. */
function bindingProblem(main: ContractRow, supplement: ContractRow): string | null {
  if (main.supplement) return `合同 ${main.out_code} 已关联补充协议 ${main.supplement.out_code}，请先取消关联`
  if (main.supplemented)
    return `合同 ${main.out_code} 是合同 ${main.supplemented.out_code} 的补充协议，不能再关联补充协议`
  if (supplement.supplemented)
    return `合同 ${supplement.out_code} 已是合同 ${supplement.supplemented.out_code} 的补充协议`
  if (supplement.supplement)
    return `合同 ${supplement.out_code} 已有补充协议 ${supplement.supplement.out_code}，不能作为补充协议`
  return null
}

const wrongSupplement = (message: string) => invalid([{ field: 'supplement_contract_code', message }])

async function loadPair(tx: Tx, projectId: bigint, mainCode: string, supplementCode: string) {
  const rows = await loadContracts(tx, projectId, [mainCode, supplementCode])
  const [first, second] = rows as [ContractRow, ContractRow]
  const [main, supplement] = first.code === mainCode ? [first, second] : [second, first]
  return { main, supplement, rows }
}

/** Counts up the version of both contracts and logs a change of each, so that both histories have it; answers the contract with this code. */
async function logChange(
  tx: Tx,
  context: ProjectContext,
  code: string,
  rows: readonly ContractRow[],
): Promise<Contract> {
  const before = await contractAnswers(tx, context, rows)
  const codes = rows.map((row) => row.code)
  await tx
    .updateTable('contracts')
    .set(({ eb }) => ({ updated_at: context.now, version: eb('version', '+', 1) }))
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map((row) => row.id)))
    .execute()
  const after = await contractAnswers(tx, context, await loadContracts(tx, context.project.id, codes))
  const entries = after.map((contract, index) =>
    logEntry('update', { before: before[index] as Contract, after: contract }),
  )
  await audit(tx, context, ...entries)
  return after.find((contract) => contract.code === code) as Contract
}
