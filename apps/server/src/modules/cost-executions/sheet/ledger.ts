import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import type { LedgerSheet, TemplateChoices } from '../../../platform/sheet-import/ledger.ts'
import { subjectSheet } from '../../subjects/booked.ts'
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
  return {
    options: { pay_category: categories.map((row) => row.name) },
    lookup: await subjectSheet(db, projectId),
  }
}
