import { yuan } from '@pianzhang/contract/money'
import type { WriteOffList, WriteOffListQuery } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../../platform/http/route.ts'
import { createdOf } from '../../../platform/lists/creation.ts'
import { listPage } from '../../../platform/lists/list-page.ts'
import { type TakenBack, takenBackOf } from './taken-back.ts'

interface WriteOffRow {
  id: bigint
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
      columns: sql<WriteOffRow>`w.id, w.code, w.total_quantity, w.succeeded_quantity, w.amount, w.creator_id, w.created_at`,
      from: sql`write_offs w where w.project_id = ${context.project.id}`,
      order: sql`w.id desc`,
    },
    query,
  )
  const created = await createdOf(db, context, rows)
  const takenBack = await takenBackOf(db, context.project.id, rows)
  return {
    items: rows.map((row) => ({
      code: row.code,
      total_quantity: row.total_quantity,
      succeed_quantity: row.succeeded_quantity,
      imprest_amount_yuan: yuan(row.amount),
      ...(takenBack.get(row.id) as TakenBack),
      ...created(row),
    })),
    listTotal: count,
  }
}
