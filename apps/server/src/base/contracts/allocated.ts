import type { Contract } from '@pianzhang/contract/contracts'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'

/** The shares of contracts with what was paid on each, by contract; in the order of subjects' numbers. */
export async function allocationsOf(
  db: Db | Tx,
  projectId: bigint,
  contractIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, NonNullable<Contract['allocations']>>> {
  const { rows } = await sql<{
    contract_id: bigint
    subject_code: string
    out_code: string
    name: string
    amount: bigint
    paid: bigint
  }>`
    select a.contract_id, s.code as subject_code, s.out_code, s.name, a.amount,
      coalesce((select t.amount from contract_subject_totals t
        where t.project_id = ${projectId} and t.contract_id = a.contract_id and t.subject_id = a.subject_id), 0)
      + coalesce((select sum(c.amount) from sum_changes c
        where c.project_id = ${projectId} and c.dimension = 'contract' and c.key = a.contract_id and c.subject_id = a.subject_id), 0) as paid
    from contract_allocations a join subjects s on s.project_id = ${projectId} and s.id = a.subject_id
    where a.project_id = ${projectId} and a.contract_id = any(${contractIds}) order by s.out_code`.execute(db)
  const found = new Map<bigint, NonNullable<Contract['allocations']>>()
  for (const { contract_id, amount, paid, ...subject } of rows) {
    const item = { ...subject, amount_yuan: yuan(amount), paid_yuan: yuan(paid) }
    const own = found.get(contract_id)
    if (own) own.push(item)
    else found.set(contract_id, [item])
  }
  return found
}

/** Deletes the shares of these contracts, which are deleted themselves. */
export const removeAllocations = (tx: Tx, projectId: bigint, ids: readonly bigint[]) =>
  tx
    .deleteFrom('contract_allocations')
    .where('project_id', '=', projectId)
    .where('contract_id', '=', anyOf(ids))
    .execute()
