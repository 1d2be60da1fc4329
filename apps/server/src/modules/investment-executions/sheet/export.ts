import { receiptExportQuery } from '@pianzhang/contract/investment-executions'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, orderOf } from '../filters.ts'
import { receiptColumns } from '../load.ts'
import { COLUMNS, type ExportedReceipt, type ReceiptExportRow as Row } from './columns.ts'

/** Exports every receipt of the list, in its order. */
export const receiptExport = listExport({
  path: '/investment_executions/export',
  model: 'investment_execution',
  summary: 'A spreadsheet of the receipts that match',
  query: receiptExportQuery,
  async prepare({ services, project }, filters) {
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<Row>`
      select ${receiptColumns(project.id)},
        (select k.customer from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as customer
      from investment_executions e where ${conditions(project.id, filters)} order by ${orderOf(filters)}`
    return {
      name: '收款明细',
      columns,
      rows: (slot) => receipts(services.db, slot, project.id, select, cells),
    }
  },
})

async function* receipts(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<Row>,
  cells: (receipt: ExportedReceipt) => CellValue[],
): AsyncGenerator<CellValue[][]> {
  let creators: ReadonlyMap<bigint, string> = new Map()
  const lookUp = async (ask: Ask) => {
    creators = await companyNames(ask, projectId)
  }
  for await (const rows of readRows(slot, db, select, lookUp))
    yield rows.map((row) =>
      cells({ ...row, creator: creators.get(row.creator_id) ?? '', created: minuteOf(row.created_at) }),
    )
}
