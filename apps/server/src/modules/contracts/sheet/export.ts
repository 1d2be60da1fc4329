import { CONTRACT_SECRETS, contractExportQuery } from '@pianzhang/contract/contracts'
import { CONTRACT_CATEGORIES } from '@pianzhang/contract/lists'
import { mask } from '@pianzhang/contract/masking'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import type { OpenedLink } from '../../../platform/files/signed-file.ts'
import { originOf } from '../../../platform/http/register.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, sortedContracts } from '../filters.ts'
import { type ContractRow, contractColumns } from '../load.ts'
import { COLUMNS, type ExportedContract } from './columns.ts'

/**
 * Exports every contract of the list, in its order. ID and account numbers are in full for those who may write
 * contracts, each download of which is logged, and masked for the others.
 */
export const contractExport = listExport({
  path: '/contracts/export',
  model: 'contract',
  summary: 'A spreadsheet of the contracts that match',
  query: contractExportQuery,
  sign: (context): Record<string, string> => (context.can('contract', 'write') ? { numbers: FULL } : {}),
  async prepare(link, filters) {
    const { services, project, query } = link
    const full = query.numbers === FULL && project.can('contract', 'write')
    const { columns, cells } = exportColumns(COLUMNS)
    const category = columns.findIndex(({ title }) => title === COLUMNS.category.title)
    const { ctes, from, order } = sortedContracts(project.id, conditions(project.id, filters, full), filters)
    const select = sql<ContractRow>`
      with ${ctes} select ${contractColumns(project.id)} from ${from} order by ${order}`
    return {
      name: '合同',
      columns,
      groupOf: (row) => (INCOMING.has(row[category]) ? '应收' : '应付'),
      rows: async function* (slot) {
        if (full) await logReveal(link)
        yield* contracts(services.db, slot, project.id, select, (row) => cells(full ? row : masked(row)))
      },
    }
  },
})

/** Each opening of a link reveals the numbers, perhaps to another address than the link's; one that gets no slot reveals none. */
async function logReveal({ services, request, project }: OpenedLink): Promise<void> {
  const { creator } = project
  if (!creator) return
  const who = { companyId: project.companyId, userId: creator.id, userName: creator.name }
  const label = '导出合同（含完整证件号码和账号）'
  await inTransaction(services.db, (tx) =>
    audit(
      tx,
      { ...originOf(services, request), ...who, project, services },
      { action: 'export', resource: 'contract', code: '', label },
    ),
  )
}

/** The categories whose money comes in; it is never added to money that goes out. */
const INCOMING: ReadonlySet<unknown> = new Set(
  CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'in').map(({ label }) => label),
)

/** Signed in the link of a caller who may see the numbers, and needed when it is opened, too. */
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
