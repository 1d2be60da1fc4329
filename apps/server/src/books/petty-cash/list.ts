import { yuan } from '@pianzhang/contract/money'
import type { PettyCashDetail, PettyCashList, PettyCashListQuery } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, isUnfiltered, orderOf } from './filters.ts'
import { canOf, pettyCashAnswers, pettyCashColumns, readPettyCashDetail } from './load.ts'
import { allDetails } from './sums.ts'

export async function listPettyCashDetails(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PettyCashListQuery, unknown>,
): Promise<PettyCashList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: pettyCashColumns(context.project.id),
      from: sql`petty_cash e where ${conditions(context.project.id, query)}`,
      order: orderOf(query),
      sums: sql<{ total: bigint }>`coalesce(sum(e.pay_amount), 0) as total`,
      ...(isUnfiltered(query) && { kept: allDetails(context.project.id) }),
    },
    query,
  )
  return {
    items: await pettyCashAnswers(db, context, rows),
    listTotal: count,
    total: yuan(sums.total),
    can: canOf(context),
  }
}

export const showPettyCashDetail = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<PettyCashDetail> => readPettyCashDetail(db, context, params.code)
