import { yuan } from '@pianzhang/contract/money'
import type { Receipt, ReceiptList, ReceiptListQuery } from '@pianzhang/contract/receipts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, orderOf } from './filters.ts'
import { canOf, readReceipt, receiptAnswers, receiptColumns } from './load.ts'

export async function listReceipts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ReceiptListQuery, unknown>,
): Promise<ReceiptList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: receiptColumns(context.project.id),
      from: sql`receipts e where ${conditions(context.project.id, query)}`,
      order: orderOf(query),
      sums: sql<{ total: bigint }>`coalesce(sum(e.amount), 0) as total`,
    },
    query,
  )
  return {
    items: await receiptAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    can: canOf(context),
  }
}

export const showReceipt = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Receipt> => readReceipt(db, context, params.code)
