import { paymentApi } from '@pianzhang/contract/api/books'
import type { Feature } from '@pianzhang/contract/features'
import { sql } from 'kysely'
import { approvalNeeds } from '../../../base/approvals/stored-rules.ts'
import { subjectSheet } from '../../../base/subjects/booked-subjects.ts'
import type { Db } from '../../../platform/database/database.ts'
import { projectHas } from '../../../platform/features.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet, TemplateChoices } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { isPaymentNumber } from '../rules.ts'
import { ALL_COLUMNS, type PaymentColumn } from './columns.ts'
import { PaymentWriter } from './import-writer.ts'
import { lackingColumns, loadProjectData } from './project-data.ts'
import { type PaymentRow, PaymentRules } from './rules.ts'

/** Describes the payments' spreadsheet for import, preview, template and failed rows. */
export const paymentSheet: LedgerSheet<PaymentColumn, PaymentRow> = {
  source: import.meta.url,
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
    const features = new Set<Feature>((await projectHas(db, projectId, 'approval')) ? ['approval'] : [])
    const needs = await approvalNeeds(db, { project: { id: projectId }, features })
    return new PaymentRules(
      await loadProjectData(db, projectId, await projectHas(db, projectId, 'missing_invoice')),
      needs,
    )
  },
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
