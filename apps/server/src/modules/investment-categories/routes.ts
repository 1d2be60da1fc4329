import { investmentCategoryBody } from '@pianzhang/contract/investment-categories'
import { sql } from 'kysely'
import { MAX_NAMED } from '../../platform/lists/naming.ts'
import { categoryRoutes } from '../categories/categories.ts'

/** Investment types; receipts use them. */
export const investmentCategoryRoutes = categoryRoutes({
  table: 'investment_categories',
  model: 'investment_category',
  path: '/investment_categories',
  summary: 'investment type',
  label: '投资类型',
  body: investmentCategoryBody,
  users: '收款',
  async usedBy(tx, projectId, id) {
    const { rows } = await sql<{ name: string }>`select e.investment_at || ' ' || e.investor as name
      from investment_executions e where e.project_id = ${projectId} and e.investment_category_id = ${id}
      order by e.investment_at desc, e.id desc limit ${MAX_NAMED + 1}`.execute(tx)
    return rows.map(({ name }) => name)
  },
})
