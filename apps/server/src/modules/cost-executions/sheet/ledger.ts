import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet, TemplateChoices } from '../../../platform/sheet-import/ledger.ts'
import { subjectSheet } from '../../subjects/booked.ts'
import { COLUMNS, type PaymentColumn } from './columns.ts'
import { PaymentWriter } from './import-writer.ts'
import { loadProjectData } from './project-data.ts'
import { type PaymentRow, PaymentRules } from './rules.ts'

/** Describes the payments' spreadsheet for import, preview, template and failed rows. */
export const paymentSheet: LedgerSheet<PaymentColumn, PaymentRow> = {
  source: import.meta.url,
  path: '/cost_executions',
  resource: 'cost_execution',
  title: '付款明细',
  records: 'payments',
  access: inProject('cost_execution', 'write'),
  columns: COLUMNS,
  alike: [
    {
      keyOf: ({ sequence, position }) =>
        position === 1 ? { day: null, name: sequence, amount: null } : null,
      exists: (projectId) =>
        sql`select 1 from cost_executions c where c.project_id = ${projectId} and c.code = n.name`,
      text: (count) => `${count} 笔的付款序号是已有付款的编号，导入后将另增 ${count} 笔`,
    },
    {
      keyOf: ({ header, line }) => ({ day: header.pay_at, name: header.payer, amount: line.pay_amount }),
      exists: (projectId) => sql`select 1 from cost_executions c
        join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = c.id
        where c.project_id = ${projectId} and c.pay_at = n.day and c.payer = n.name and d.pay_amount = n.amount`,
      text: (count) => `${count} 行与已有付款明细的付款时间、付款方、金额相同`,
    },
  ],
  loadRules: async (db, projectId) => new PaymentRules(await loadProjectData(db, projectId)),
  openWriter: async (target) => {
    const writer = new PaymentWriter(target)
    await writer.begin()
    return writer
  },
  loadChoices,
}

export const JOBS = sheetJobs(paymentSheet)

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
