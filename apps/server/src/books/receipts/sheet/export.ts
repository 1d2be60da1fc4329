import { receiptApi } from '@pianzhang/contract/api/books'
import { receiptExportQuery } from '@pianzhang/contract/receipts'
import { sql } from 'kysely'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, orderOf } from '../list.ts'
import { receiptColumns } from '../load.ts'
import { COLUMNS, type ReceiptExportRow as Row } from './columns.ts'

/** Exports every receipt of the list, in its order. */
export const receiptExport = listExport({
  endpoint: receiptApi.export,
  model: 'investment_execution',
  summary: 'A spreadsheet of the receipts that match',
  query: receiptExportQuery,
  async prepare(link, filters) {
    const { project } = link
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<Row>`
      select ${receiptColumns(project.id)},
        (select k.customer from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as customer
      from receipts e where ${conditions(project.id, filters)} order by ${orderOf(filters)}`
    return { name: '收款明细', columns, rows: recordRows(link, select, cells) }
  },
})
