import { contractApi } from '@pianzhang/contract/api/base'
import { CONTRACT_SECRETS, contractExportQuery } from '@pianzhang/contract/contracts'
import { CONTRACT_CATEGORIES } from '@pianzhang/contract/lists'
import { mask } from '@pianzhang/contract/masking'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { ExportSource } from '../../../platform/files/export-file.ts'
import { originOf } from '../../../platform/http/register.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, sortedContracts } from '../filters.ts'
import { type ContractRow, contractColumns } from '../load.ts'
import { COLUMNS, type ExportedContract } from './columns.ts'

/**
 * Exports every contract of the list, in the list's order. ID and account numbers are in full for people who may write
 * contracts, and each such download is logged; for other people they are masked.
 */
export const contractExport = listExport({
  endpoint: contractApi.export,
  model: 'contract',
  summary: 'A spreadsheet of the contracts that match',
  query: contractExportQuery,
  sign: (context): Record<string, string> => (context.can('contract', 'write') ? { numbers: FULL } : {}),
  async prepare(link, filters) {
    const { project, query } = link
    const full = query.numbers === FULL && project.can('contract', 'write')
    const { columns, cells } = exportColumns(COLUMNS)
    const category = columns.findIndex(({ title }) => title === COLUMNS.category.title)
    const { ctes, from, order } = sortedContracts(project.id, conditions(project.id, filters, full), filters)
    const select = sql<ContractRow>`
      with ${ctes} select ${contractColumns(project.id)} from ${from} order by ${order}`
    const rows = recordRows(link, select, (row) => cells(full ? row : masked(row)))
    return {
      name: '合同',
      columns,
      groupOf: (row) => (INCOMING.has(row[category]) ? '应收' : '应付'),
      rows: async function* (slot) {
        if (full) await logReveal(link)
        yield* rows(slot)
      },
    }
  },
})

/** Logs a download with full numbers, once it has a slot. Each is logged: a link may be opened repeatedly and from other addresses. */
async function logReveal({ services, request, project }: ExportSource): Promise<void> {
  const { creator } = project
  if (!creator || !request) return
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

/** The names of the categories of incoming money, which must not be added up with outgoing money. */
const INCOMING: ReadonlySet<unknown> = new Set(
  CONTRACT_CATEGORIES.filter(({ direction }) => direction === 'in').map(({ label }) => label),
)

/** The signed value of `numbers` in the link of a person who may see full numbers; their right is checked again when the link is opened. */
const FULL = 'full'

const masked = (row: ExportedContract): ExportedContract => ({
  ...row,
  id_number: mask(row.id_number, CONTRACT_SECRETS.id_number),
  income_bankcard_account: mask(row.income_bankcard_account, CONTRACT_SECRETS.income_bankcard_account),
})
