import { payCategoryBody } from '@pianzhang/contract/pay-categories'
import { sql } from 'kysely'
import { MAX_NAMED } from '../../platform/lists/naming.ts'
import { categoryRoutes } from '../categories/categories.ts'

/** Payment types; lines of payments use them. */
export const payCategoryRoutes = categoryRoutes({
  table: 'pay_categories',
  model: 'pay_category',
  path: '/pay_categories',
  summary: 'payment type',
  label: '付款类型',
  body: payCategoryBody,
  users: '付款',
  async usedBy(tx, projectId, id) {
    const { rows } = await sql<{ code: string }>`select distinct c.code from cost_execution_details d
      join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
      where d.project_id = ${projectId} and d.pay_category_id = ${id} order by c.code limit ${MAX_NAMED + 1}`.execute(
      tx,
    )
    return rows.map(({ code }) => code)
  },
})
