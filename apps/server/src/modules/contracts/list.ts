import type { Contract, ContractList, ContractQuery } from '@pianzhang/contract/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { mayNow } from '../../platform/guard.ts'
import { containing } from '../../platform/like.ts'
import { listPage } from '../../platform/list-page.ts'
import { listedCodes } from '../../platform/listed-values.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { contractAnswer, contractColumns, loadContract } from './load.ts'

/** A page of contracts, newest first. */
export async function listContracts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ContractQuery, unknown>,
): Promise<ContractList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: contractColumns(context.project.id),
      from: sql`contracts k where ${conditions(context, query)}`,
      order: sql`k.id desc`,
    },
    query,
  )
  return {
    items: rows.map((row) => contractAnswer(context, row)),
    listTotal: count,
    can: { write: mayNow(context, 'contract', 'write') },
  }
}

export async function showContract(
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Contract> {
  return contractAnswer(context, await loadContract(db, context.project.id, params.code))
}

/** The filters of the list on a contract `k`. */
function conditions(
  context: ProjectContext,
  query: Pick<ContractQuery, 'keywords' | 'categories'>,
): RawBuilder<unknown> {
  const where = [sql`k.project_id = ${context.project.id}`]
  if (query.keywords) where.push(mentions(query.keywords, context.can('contract', 'write')))
  if (query.categories.length > 0) {
    where.push(sql`k.category = any(${listedCodes(query.categories)}::smallint[])`)
  }
  return sql.join(where, sql` and `)
}

/** Without write permission an ID number matches only as a whole: by partial matches a masked number could be guessed digit by digit. */
function mentions(keyword: string, mayWrite: boolean): RawBuilder<unknown> {
  const pattern = containing(keyword)
  const number = mayWrite ? sql`k.id_number ilike ${pattern}` : sql`k.id_number = ${keyword}`
  return sql`(k.out_code ilike ${pattern} or k.customer ilike ${pattern} or ${number})`
}
