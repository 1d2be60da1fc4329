import { type RawBuilder, sql } from 'kysely'
import { contractExport } from '../../base/contracts/sheet/export.ts'
import { invoiceExport } from '../../base/invoices/export.ts'
import { costBudgetExport } from '../../books/cost-budgets/sheet/export.ts'
import { investmentBudgetExport } from '../../books/investment-budgets/export.ts'
import { paymentExport } from '../../books/payments/sheet/export.ts'
import { pettyCashExport } from '../../books/petty-cash/sheet/export.ts'
import { receiptExport } from '../../books/receipts/sheet/export.ts'
import { moveExport } from '../../features/budget-versions/move-list.ts'
import { versionExport } from '../../features/budget-versions/version-sheet.ts'
import { issuedListExport } from '../../features/cost-reports/issued-sheet.ts'
import { reportExport } from '../../features/cost-reports/sheet.ts'
import { feeExport, monthsExport } from '../../features/fees/export.ts'
import { missingExport } from '../../features/missing-invoices/sheet.ts'
import { payableExport } from '../../features/payables/sheet.ts'
import { requestExport } from '../../features/payment-requests/export.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ExportFile } from '../../platform/files/export-file.ts'

/** The exports that together have every record of a project, with the filters that they need; in the order of the menu. */
export const TABLES: readonly { file: ExportFile; filters?: Record<string, string> }[] = [
  investmentBudgetExport,
  receiptExport,
  costBudgetExport,
  versionExport,
  moveExport,
  paymentExport,
  requestExport,
  pettyCashExport,
  contractExport,
  { ...payableExport, filters: { direction: 'out' } },
  { ...payableExport, filters: { direction: 'in' } },
  invoiceExport,
  { ...invoiceExport, filters: { voided: '1' } },
  missingExport,
  feeExport,
  monthsExport,
  reportExport,
  issuedListExport,
]

/** A file of a record. `number`: the record's, for people. */
interface RecordFile {
  number: string
  storage_key: string
  file_name: string
  kind: string
}

type Files = (projectId: bigint) => RawBuilder<RecordFile>

/** The files of records in the order of the records, by a table of links whose `column` is the record. */
const linked =
  (links: keyof Database, column: string, records: keyof Database, number: string): Files =>
  (projectId) =>
    sql`
    select r.${sql.ref(number)} as number, a.storage_key, a.file_name, a.kind
    from ${sql.table(links)} l
    join ${sql.table(records)} r on r.project_id = ${projectId} and r.id = l.${sql.ref(column)}
    join attachments a on a.project_id = ${projectId} and a.id = l.attachment_id
    where l.project_id = ${projectId} order by r.id, l.position, a.id`

/** The files by the table of their links (`files` of a ledger): the name of their folder, and how they are found. */
export const FILES: Partial<Record<keyof Database, { folder: string; of: Files }>> = {
  payment_line_attachments: {
    folder: '付款凭证',
    of: (projectId) => sql`
      select c.code as number, a.storage_key, a.file_name, a.kind
      from payment_line_attachments l
      join payment_lines d on d.project_id = ${projectId} and d.id = l.line_id
      join payments c on c.project_id = ${projectId} and c.id = d.payment_id
      join attachments a on a.project_id = ${projectId} and a.id = l.attachment_id
      where l.project_id = ${projectId} order by c.id, d.position, l.position, a.id`,
  },
  petty_cash_attachments: {
    folder: '备用金凭证',
    of: linked('petty_cash_attachments', 'petty_cash_id', 'petty_cash', 'code'),
  },
  contract_attachments: {
    folder: '合同附件',
    of: linked('contract_attachments', 'contract_id', 'contracts', 'out_code'),
  },
  invoice_files: {
    folder: '发票',
    of: linked('invoice_files', 'invoice_id', 'invoices', 'invoice_number'),
  },
  payment_request_attachments: {
    folder: '付款申请凭证',
    of: linked('payment_request_attachments', 'request_id', 'payment_requests', 'code'),
  },
}
