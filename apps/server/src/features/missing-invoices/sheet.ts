import { missingInvoiceApi } from '@pianzhang/contract/api/features'
import { daysBetween, today } from '@pianzhang/contract/calendar'
import { labelOf, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { AGES, ageOf, FLAGS, flagOf, missingExportQuery } from '@pianzhang/contract/missing-invoices'
import { sql } from 'kysely'
import { readRows } from '../../platform/database/read-rows.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { conditions } from './filters.ts'
import { reasonOf } from './lines-without-invoice.ts'
import { namedLines, orderOf } from './list.ts'
import { refreshMissing } from './stored-lines.ts'

const COLUMNS: SummableColumn[] = [
  { title: '付款编号', kind: 'text', width: 20 },
  { title: '付款时间', kind: 'text', width: 12 },
  { title: '付款方', kind: 'text', width: 28 },
  { title: '摘要', kind: 'text', width: 36 },
  { title: '科目编号', kind: 'text', width: 12 },
  { title: '科目', kind: 'text', width: 18 },
  { title: '凭证类型', kind: 'text', width: 18 },
  { title: '付款金额（元）', kind: 'money', width: 18, summed: true },
  { title: '欠票金额（元）', kind: 'money', width: 18, summed: true },
  { title: '原因', kind: 'text', width: 14 },
  { title: '天数', kind: 'text', width: 8 },
  { title: '账龄', kind: 'text', width: 12 },
  { title: '汇算', kind: 'text', width: 12 },
]

/** Every line of the list. */
export const missingExport = listExport({
  endpoint: missingInvoiceApi.export,
  model: 'missing_invoice',
  summary: 'The lines that lack an invoice as a spreadsheet',
  query: missingExportQuery,
  async prepare({ project, services }, query) {
    const { db } = services
    const day = today(services.clock())
    await refreshMissing(services, project.id)
    const where = await conditions(db, project.id, query, day)
    const lines = sql`missing_lines l`
    const select = sql`${namedLines(project.id, lines)} where l.project_id = ${project.id} and ${where} ${orderOf(query.pay_at_order)}`
    return {
      name: '欠票',
      columns: COLUMNS,
      async *rows(slot) {
        for await (const rows of readRows(slot, db, select as ReturnType<typeof namedLines>))
          yield rows.map((row) => [
            row.payment_code,
            row.pay_at,
            row.payer,
            row.summary,
            row.subject_number,
            row.subject_name,
            labelOf(VOUCHER_CATEGORIES, row.voucher_category === null ? null : String(row.voucher_category)),
            row.pay_amount,
            row.lacking,
            reasonOf(row.reason).label,
            String(daysBetween(row.pay_at, day)),
            labelOf(AGES, ageOf(row.pay_at, day)),
            labelOf(FLAGS, flagOf(row.pay_at, day)),
          ])
      },
    }
  },
})
