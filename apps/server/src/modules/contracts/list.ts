import type { Contract, ContractList, ContractQuery, ContractShowQuery } from '@pianzhang/contract/contracts'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { type Db, inTransaction } from '../../platform/database.ts'
import { Failure } from '../../platform/errors.ts'
import { mayNow } from '../../platform/guard.ts'
import { listPage } from '../../platform/list-page.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { conditions, orderOf } from './filters.ts'
import { contractAnswers, contractColumns, contractsWithPaid, logEntry, paid, readContract } from './load.ts'

export async function listContracts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ContractQuery, unknown>,
): Promise<ContractList> {
  const projectId = context.project.id
  const where = conditions(projectId, query, context.can('contract', 'write'))
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: contractColumns(projectId),
      from: sql`${contractsWithPaid(projectId)} where ${where}`,
      order: orderOf(query),
      sums: sql<{ signed: bigint; paid: bigint }>`
        coalesce(sum(k.amount), 0) as signed, coalesce(sum(${paid}), 0) as paid`,
    },
    query,
  )
  return {
    items: await contractAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.signed),
    total_pay_amount_yuan: yuan(sums.paid),
    can: { write: mayNow(context, 'contract', 'write'), delete: mayNow(context, 'contract', 'delete') },
  }
}

/** With `reveal=1` ID number and account are answered in full: it needs the right to write, and is logged. */
export async function showContract(
  db: Db,
  context: ProjectContext,
  { params, query }: Input<{ code: string }, ContractShowQuery, unknown>,
): Promise<Contract> {
  if (query.reveal !== '1') return await readContract(db, context, params.code)
  if (!context.can('contract', 'write')) throw new Failure('forbidden')
  return await inTransaction(db, async (tx) => {
    const shown = await readContract(tx, context, params.code, true)
    // The entry masks the numbers again.
    await audit(tx, context, { ...logEntry('reveal', { after: shown }), after: null })
    return shown
  })
}
