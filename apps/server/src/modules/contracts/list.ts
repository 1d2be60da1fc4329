import type { Contract, ContractList, ContractQuery, ContractShowQuery } from '@pianzhang/contract/contracts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { countAll, type Db, inTransaction } from '../../platform/database.ts'
import { Failure } from '../../platform/errors.ts'
import { mayNow } from '../../platform/guard.ts'
import { pageClause } from '../../platform/page-clause.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { conditions, sortedContracts } from './filters.ts'
import { contractAnswers, logEntry, readContract } from './load.ts'

export async function listContracts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ContractQuery, unknown>,
): Promise<ContractList> {
  const projectId = context.project.id
  const where = conditions(projectId, query, context.can('contract', 'write'))
  const { rows } = await sortedContracts(projectId, where, query, pageClause(query)).execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select ${countAll()} as count from contracts k where ${where}`.execute(db)
  return {
    items: await contractAnswers(db, context, rows),
    listTotal: counts[0]?.count ?? 0,
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
