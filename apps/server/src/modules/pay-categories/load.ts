import { formatInstant } from '@pianzhang/contract/calendar'
import type { PayCategory } from '@pianzhang/contract/pay-categories'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { missing } from '../../platform/errors.ts'
import { mayNow } from '../../platform/guard.ts'
import type { ProjectContext } from '../../platform/route.ts'

export interface PayCategoryRow {
  id: bigint
  name: string
  version: number
  updated_at: Date
}

export const payCategoryColumns = sql`p.id, p.name, p.version, p.updated_at`

/** One type of the project, locked until the commit. An id that cannot be one is as little there as an unknown one: 404. */
export async function lockPayCategory(tx: Tx, projectId: bigint, id: string): Promise<PayCategoryRow> {
  if (!/^\d{1,18}$/.test(id)) throw missing()
  const { rows } = await sql<PayCategoryRow>`select ${payCategoryColumns} from pay_categories p
    where p.project_id = ${projectId} and p.id = ${BigInt(id)} for update`.execute(tx)
  if (!rows[0]) throw missing()
  return rows[0]
}

export const payCategoryAnswer = (context: ProjectContext, row: PayCategoryRow): PayCategory => ({
  id: String(row.id),
  name: row.name,
  version: row.version,
  updated_at: formatInstant(row.updated_at),
  can: { write: mayNow(context, 'pay_category', 'write'), delete: mayNow(context, 'pay_category', 'delete') },
})
