import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { MAX_NAMED } from '../../platform/lists/naming.ts'
import type { Uses } from './rules.ts'

/**
 * The first of these contracts, by number, that payments, petty cash, receipts or a link to another contract name; undefined if
 * there is none. The contracts must be locked, so that no further use comes before the commit.
 */
export async function usesOf(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select * from (
      select k.out_code as contract,
        array(select distinct c.code from cost_execution_details d
          join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
          where d.project_id = ${projectId} and d.contract_id = k.id order by c.code limit ${MAX_NAMED + 1}) as payments,
        array(select e.code from imprests e
          where e.project_id = ${projectId} and e.contract_id = k.id order by e.code limit ${MAX_NAMED + 1}) as imprests,
        array(select e.investment_at || ' ' || e.investor from investment_executions e
          where e.project_id = ${projectId} and e.contract_id = k.id
          order by e.investment_at desc, e.id desc limit ${MAX_NAMED + 1}) as receipts,
        (select o.out_code from contract_supplements own
          join contract_supplements b on b.project_id = ${projectId} and b.main_id = own.main_id and b.contract_id <> k.id
          join contracts o on o.project_id = ${projectId} and o.id = b.contract_id
          where own.project_id = ${projectId} and own.contract_id = k.id) as partner
      from contracts k where k.project_id = ${projectId} and k.id = any(${ids})) used
    where payments <> '{}' or imprests <> '{}' or receipts <> '{}' or partner is not null
    order by contract limit 1`.execute(tx)
  return rows[0]
}
