import { formatInstant } from '@pianzhang/contract/calendar'
import type { WriteOffList, WriteOffListQuery } from '@pianzhang/contract/imprests'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../../platform/http/route.ts'
import { listPage } from '../../../platform/lists/list-page.ts'
import { userNames } from '../../../platform/lists/user-names.ts'

interface WriteOffRow {
  code: string
  total_quantity: number
  succeeded_quantity: number
  amount: bigint
  creator_id: bigint
  created_at: Date
}

/** A page of the history of write-offs, newest first. */
export async function listWriteOffs(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, WriteOffListQuery, unknown>,
): Promise<WriteOffList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<WriteOffRow>`w.code, w.total_quantity, w.succeeded_quantity, w.amount, w.creator_id, w.created_at`,
      from: sql`imprest_write_offs w where w.project_id = ${context.project.id}`,
      order: sql`w.id desc`,
    },
    query,
  )
  const creators = await userNames(
    db,
    context,
    rows.map((row) => row.creator_id),
  )
  return {
    items: rows.map((row) => ({
      code: row.code,
      total_quantity: row.total_quantity,
      succeed_quantity: row.succeeded_quantity,
      imprest_amount_yuan: yuan(row.amount),
      creator_name: creators.get(row.creator_id) ?? '',
      created_at: formatInstant(row.created_at),
    })),
    listTotal: count,
  }
}
