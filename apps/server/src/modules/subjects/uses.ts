import { sql } from 'kysely'
import { countAll, type Tx } from '../../platform/database/database.ts'
import { MAX_NAMED } from '../../platform/lists/naming.ts'

/**
 * The first of these subjects that payments use, with some of the payments' numbers; undefined if there is none.
 */
export async function paymentsThatUse(tx: Tx, projectId: bigint, ids: readonly bigint[]) {
  const { rows } = await sql<{ subject: string; codes: string[] }>`
    select s.out_code || ' ' || s.name as subject, array(
      select distinct c.code from cost_execution_details d
      join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
      where d.project_id = ${projectId} and d.subject_id = s.id order by c.code limit ${MAX_NAMED + 1}) as codes
    from subjects s
    where s.project_id = ${projectId} and s.id = any(${ids})
      and exists (select 1 from cost_execution_details d where d.project_id = ${projectId} and d.subject_id = s.id)
    order by s.out_code limit 1`.execute(tx)
  return rows[0]
}

/**
 * The first of these subjects that petty cash details use, with some of their numbers; undefined if there is none.
 */
export async function imprestsThatUse(tx: Tx, projectId: bigint, ids: readonly bigint[]) {
  const { rows } = await sql<{ subject: string; codes: string[] }>`
    select s.out_code || ' ' || s.name as subject, array(
      select e.code from imprests e where e.project_id = ${projectId} and e.subject_id = s.id
      order by e.code limit ${MAX_NAMED + 1}) as codes
    from subjects s
    where s.project_id = ${projectId} and s.id = any(${ids})
      and exists (select 1 from imprests e where e.project_id = ${projectId} and e.subject_id = s.id)
    order by s.out_code limit 1`.execute(tx)
  return rows[0]
}

/** The first of these subjects that has budget lines, with the number of its lines; undefined if there is none. */
export async function budgetsThatUse(tx: Tx, projectId: bigint, ids: readonly bigint[]) {
  const { rows } = await sql<{ subject: string; lines: number }>`
    select s.out_code || ' ' || s.name as subject, (
      select ${countAll()} from cost_budgets b where b.project_id = ${projectId} and b.subject_id = s.id) as lines
    from subjects s
    where s.project_id = ${projectId} and s.id = any(${ids})
      and exists (select 1 from cost_budgets b where b.project_id = ${projectId} and b.subject_id = s.id)
    order by s.out_code limit 1`.execute(tx)
  return rows[0]
}
