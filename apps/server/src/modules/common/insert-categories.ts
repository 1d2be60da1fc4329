import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** Inserts payment or investment types in this order, one statement; answers their ids. Throws 23505 on the table's `_name`. */
export async function insertCategories(
  tx: Tx,
  table: 'pay_categories' | 'investment_categories',
  projectId: bigint,
  now: Date,
  names: readonly string[],
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`insert into ${sql.table(table)} (project_id, name, updated_at)
    select ${projectId}, n.name, ${now} from unnest(${[...names]}::text[]) with ordinality as n(name, place)
    order by n.place returning id`.execute(tx)
  return rows.map((row) => row.id)
}
