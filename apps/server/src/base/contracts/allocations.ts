import type { AllocationsBody, SettlementBody } from '@pianzhang/contract/contract-allocations'
import type { Contract } from '@pianzhang/contract/contracts'
import type { FieldError } from '@pianzhang/contract/errors'
import { contractDirection } from '@pianzhang/contract/lists'
import { type Fen, sum, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { checkVersion, Failure, invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { updateRecords } from '../../platform/lists/records.ts'
import { findSubjects, subjectFault } from '../subjects/booked-subjects.ts'
import { type ContractRow, contractAnswers, loadContracts, logEntry, readContract } from './load.ts'
import { lockContracts } from './lock.ts'

/** What is wrong with shares of a contract's amount: each has its sign, and they come to the amount at most. */
function problemsOf(amount: Fen, items: readonly Fen[]): FieldError[] {
  const problems = items.flatMap((item, index) =>
    item !== 0n && item > 0n === amount > 0n
      ? []
      : [{ field: `items[${index}].amount`, message: '分摊金额须与合同总额同为正数或负数' }],
  )
  const all = sum(items)
  if (problems.length === 0 && (amount > 0n ? all > amount : all < amount))
    problems.push({
      field: 'items',
      message: `分摊合计 ${yuan(all)} 元超过合同总额 ${yuan(amount)} 元`,
    })
  return problems
}

/** The right to write is the cost report's; the answer is the contract, which they must be allowed to read. */
function expectReader(context: ProjectContext): void {
  if (!context.can('contract', 'read')) throw new Failure('forbidden')
}

/** Replaces a contract's shares by subject. Throws 409 for a stale version, 422 for a contract of incoming money. */
export async function saveAllocations(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, AllocationsBody>,
): Promise<Contract> {
  expectReader(context)
  const projectId = context.project.id
  await lockContracts(tx, projectId, [params.code], 'no key update')
  const [row] = (await loadContracts(tx, projectId, [params.code])) as [ContractRow]
  if (contractDirection(String(row.category)) === 'in')
    throw refused('只有演员、职员或制作合同可以分摊到科目')
  const subjects = await findSubjects(
    tx,
    projectId,
    body.items.map(({ subject_code }) => subject_code),
  )
  const problems = body.items.flatMap(({ subject_code }, index): FieldError[] => {
    const fault = subjectFault(subjects.get(subject_code))
    return fault === undefined ? [] : [{ field: `items[${index}].subject_code`, message: fault }]
  })
  problems.push(
    ...problemsOf(
      row.amount,
      body.items.map(({ amount }) => amount),
    ),
  )
  if (problems.length > 0) throw invalid(problems)
  checkVersion(body.version, row.version)
  const [before] = await contractAnswers(tx, context, [row])
  await tx
    .deleteFrom('contract_allocations')
    .where('project_id', '=', projectId)
    .where('contract_id', '=', row.id)
    .execute()
  if (body.items.length > 0)
    await tx
      .insertInto('contract_allocations')
      .values(
        body.items.map(({ subject_code, amount }) => ({
          project_id: projectId,
          contract_id: row.id,
          subject_id: subjects.get(subject_code)?.id ?? 0n,
          amount,
        })),
      )
      .execute()
  await updateRecords(tx, context, 'contracts', [row], {})
  const saved = await readContract(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before: before as Contract, after: saved }))
  return saved
}

/** Settles a contract: nothing more is to be paid on it; or opens it again. A supplement is settled with its contract. */
export async function settleContract(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, SettlementBody>,
): Promise<Contract> {
  expectReader(context)
  const projectId = context.project.id
  await lockContracts(tx, projectId, [params.code], 'no key update')
  const [row] = (await loadContracts(tx, projectId, [params.code])) as [ContractRow]
  if (body.settled && contractDirection(String(row.category)) === 'in')
    throw refused('只有演员、职员或制作合同可以结清')
  if (body.settled && row.supplemented)
    throw refused(`合同 ${row.out_code} 是合同 ${row.supplemented.out_code} 的补充协议，请在该合同上结清`)
  checkVersion(body.version, row.version)
  const [before] = await contractAnswers(tx, context, [row])
  await updateRecords(tx, context, 'contracts', [row], {
    settled_at: body.settled ? context.now : null,
    settled_reason: body.settled ? body.reason : '',
  })
  const saved = await readContract(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before: before as Contract, after: saved }))
  return saved
}

/** Why a contract may not get this amount or category, as shares of it are allocated. */
export async function allocationProblems(
  tx: Tx,
  { project, features }: ProjectContext,
  contractId: bigint,
  { amount, category }: { amount?: Fen | undefined; category?: string | undefined },
): Promise<FieldError[]> {
  if (!features.has('cost_report')) return []
  const { rows } = await sql<{ count: number; amount: bigint }>`
    select count(*)::int4 as count, coalesce(sum(a.amount), 0) as amount
    from contract_allocations a where a.project_id = ${project.id} and a.contract_id = ${contractId}`.execute(
    tx,
  )
  const allocated = rows[0]
  if (!allocated || allocated.count === 0) return []
  const problems: FieldError[] = []
  const fits =
    amount === undefined || (allocated.amount > 0n ? amount >= allocated.amount : amount <= allocated.amount)
  if (!fits)
    problems.push({
      field: 'amount',
      message: `合同已分摊 ${yuan(allocated.amount)} 元，合同总额不能少于此数`,
    })
  if (category !== undefined && contractDirection(category) === 'in')
    problems.push({ field: 'category', message: '合同已分摊到科目，不能改为收入合同' })
  return problems
}
