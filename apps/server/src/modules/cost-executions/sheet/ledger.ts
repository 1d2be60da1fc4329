import type { Db } from '../../../platform/database.ts'
import { inProject } from '../../../platform/guard.ts'
import type { LedgerSheet, TemplateChoices } from '../../../platform/sheet-import/ledger.ts'
import { COLUMNS, type PaymentColumn } from './columns.ts'
import { PaymentWriter } from './import-writer.ts'
import { loadProjectData } from './project-data.ts'
import { type PaymentRow, PaymentRules } from './rules.ts'

/** The payments' spreadsheet as the import parts take it: import, preview, template and failed rows. */
export const paymentSheet: LedgerSheet<PaymentColumn, PaymentRow> = {
  path: '/cost_executions',
  resource: 'cost_execution',
  title: '付款明细',
  records: 'payments',
  access: inProject('cost_execution', 'write'),
  columns: COLUMNS,
  loadRules: async (db, projectId) => new PaymentRules(await loadProjectData(db, projectId)),
  openWriter: async (target) => {
    const writer = new PaymentWriter(target)
    await writer.begin()
    return writer
  },
  loadChoices,
}

/** The project's payment types, and its level-three subjects for the look-up sheet. */
async function loadChoices(db: Db, projectId: bigint): Promise<TemplateChoices<PaymentColumn>> {
  const categories = await db
    .selectFrom('pay_categories')
    .select('name')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  const subjects = await db
    .selectFrom('subjects as three')
    .innerJoin('subjects as two', (join) =>
      join.on('two.project_id', '=', projectId).onRef('two.id', '=', 'three.two_id'),
    )
    .innerJoin('subjects as one', (join) =>
      join.on('one.project_id', '=', projectId).onRef('one.id', '=', 'three.one_id'),
    )
    .select(['three.out_code', 'one.name as one', 'two.name as two', 'three.name as three'])
    .where('three.project_id', '=', projectId)
    .where('three.category', '=', 2)
    .orderBy('three.out_code')
    .execute()
  return {
    options: { pay_category: categories.map((row) => row.name) },
    lookup: {
      name: '科目',
      columns: ['科目编号', '一级科目', '二级科目', '三级科目'].map((title) => ({
        title,
        kind: 'text',
        width: 22,
      })),
      rows: subjects.map((row) => [row.out_code, row.one, row.two, row.three]),
    },
  }
}
