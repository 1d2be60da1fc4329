import { CONTRACT_SECRETS, contractExportQuery } from '@pianzhang/contract/contracts'
import { mask } from '@pianzhang/contract/masking'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import type { CellValue } from '../../../platform/sheet/write.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, sortedContracts } from '../filters.ts'
import { type ContractRow, contractColumns } from '../load.ts'
import { COLUMNS } from './columns.ts'

/** A contract as the export writes it. */
export type ExportedContract = ContractRow & { creator: string; created: string }

/**
 * Exports every contract of the list, in its order. ID and account numbers are in full for those who may write
 * contracts, which is logged, and masked for the others.
 */
export const contractExport = listExport({
  path: '/contracts/export',
  model: 'contract',
  summary: 'A spreadsheet of the contracts that match',
  query: contractExportQuery,
  async sign(db, context): Promise<Record<string, string>> {
    if (!context.can('contract', 'write')) return {}
    const label = '导出合同（含完整证件号码和账号）'
    await inTransaction(db, (tx) =>
      audit(tx, context, { action: 'export', resource: 'contract', code: '', label }),
    )
    return { numbers: FULL }
  },
  async prepare({ services, project, query }, filters) {
    const full = query.numbers === FULL
    const { columns, cells } = exportColumns(COLUMNS)
    const { ctes, from, order } = sortedContracts(project.id, conditions(project.id, filters, full), filters)
    const select = sql<ContractRow>`
      with ${ctes} select ${contractColumns(project.id)} from ${from} order by ${order}`
    return {
      name: '合同',
      columns,
      rows: (slot) =>
        contracts(services.db, slot, project.id, select, (row) => cells(full ? row : masked(row))),
    }
  },
})

/** Signed in the link of a caller who may see the numbers. */
const FULL = 'full'

const masked = (row: ExportedContract): ExportedContract => ({
  ...row,
  id_number: mask(row.id_number, CONTRACT_SECRETS.id_number),
  income_bankcard_account: mask(row.income_bankcard_account, CONTRACT_SECRETS.income_bankcard_account),
})

async function* contracts(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<ContractRow>,
  cells: (contract: ExportedContract) => CellValue[],
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
