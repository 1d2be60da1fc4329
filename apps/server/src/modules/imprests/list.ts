import type { Imprest, ImprestList, ImprestListQuery } from '@pianzhang/contract/imprests'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions, isUnfiltered, orderOf } from './filters.ts'
import { canOf, imprestAnswers, imprestColumns, readImprest } from './load.ts'
import { allDetails } from './sums.ts'

export async function listImprests(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ImprestListQuery, unknown>,
): Promise<ImprestList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: imprestColumns(context.project.id),
      from: sql`imprests e where ${conditions(context.project.id, query)}`,
      order: orderOf(query),
      sums: sql<{ total: bigint }>`coalesce(sum(e.pay_amount), 0) as total`,
      ...(isUnfiltered(query) && { kept: allDetails(context.project.id) }),
    },
    query,
  )
  return {
    items: await imprestAnswers(db, context, rows),
    listTotal: count,
    total: yuan(sums.total),
    can: canOf(context),
  }
}

export const showImprest = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Imprest> => readImprest(db, context, params.code)
