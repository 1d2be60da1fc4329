import { paymentApi } from '@pianzhang/contract/api/books'
import { sql } from 'kysely'
import { subjectSheet } from '../../../base/subjects/booked-subjects.ts'
import type { Db } from '../../../platform/database/database.ts'
import { featuresOf } from '../../../platform/features.ts'
import { inProject } from '../../../platform/http/guard.ts'
import type { LedgerSheet, TemplateChoices } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { creationFault, type PaymentRules } from '../rule.ts'
import { isPaymentNumber } from '../rules.ts'
import { ALL_COLUMNS, type PaymentColumn } from './columns.ts'
import { PaymentWriter } from './import-writer.ts'
import { lackingColumns, loadProjectData } from './project-data.ts'
import { type PaymentRow, PaymentSheetRules } from './rules.ts'

export type PaymentSheet = LedgerSheet<PaymentColumn, PaymentRow>

/** Describes the payments' spreadsheet for import, preview, template and failed rows. `source`: of the file that exports its jobs. */
export const paymentSheet = (rules: PaymentRules, source: string): PaymentSheet => ({
  source,
  path: paymentApi.base,
  resource: 'cost_execution',
  table: 'payments',
  unit: '笔',
  title: '付款明细',
  records: 'payments',
  access: inProject('cost_execution', 'write'),
  columns: ALL_COLUMNS,
  lacking: lackingColumns,
  alike: [
    {
      keyOf: ({ sequence, position }) =>
        position === 1 && isPaymentNumber(sequence) ? { name: sequence } : null,
      existing: (projectId, _days, names) => sql`select c.code, c.code as name from payments c
        where c.project_id = ${projectId} and c.code = any(${names}::text[])`,
      text: (own, _kept, _rows, names) => `付款序号 ${names} 已存在，导入后将另增 ${own} 笔`,
    },
    {
      keyOf: ({ header, line, ordinal }) => ({
        day: header.pay_at,
        name: header.payer,
        amount: line.pay_amount,
        record: ordinal,
      }),
      existing: (projectId, days) => sql`
        select c.code, c.pay_at as day, c.payer as name, c.pay_amount as amount from payments c
        where c.project_id = ${projectId} and c.pay_at = any(${days}::date[])`,
      ...sameFields('笔', '付款时间、付款方、金额'),
    },
  ],
  loadRules: async (db, projectId) => {
    const features = await featuresOf(db, projectId)
    return new PaymentSheetRules(
      await loadProjectData(db, projectId, features.has('missing_invoice')),
      await creationFault(db, { project: { id: projectId }, features }, rules),
    )
  },
  openWriter: async (target) => {
    const writer = new PaymentWriter(target)
    await writer.begin()
    return writer
  },
  loadChoices,
})

/** The project's payment types, and its level-three subjects for the look-up sheet. */
async function loadChoices(db: Db, projectId: bigint): Promise<TemplateChoices<PaymentColumn>> {
  const categories = await db
    .selectFrom('payment_types')
    .select('name')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return {
    options: { pay_category_id: categories.map((row) => row.name) },
    lookup: await subjectSheet(db, projectId),
  }
}
