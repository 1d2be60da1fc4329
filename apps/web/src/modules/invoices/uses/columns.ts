import type { InvoiceRow } from '@pianzhang/contract/invoices'
import type { DataColumn } from '../../../ui/table/column.ts'
import { moneyColumn } from '../../../ui/table/columns/columns.tsx'

/** What lines use of an invoice and leave of it. */
export const COLUMNS: readonly DataColumn<InvoiceRow>[] = [
  moneyColumn('used', '已用（元）', (row) => row.used?.amount_yuan ?? null),
  moneyColumn('left', '余额（元）', (row) => row.left_amount_yuan ?? null),
]
