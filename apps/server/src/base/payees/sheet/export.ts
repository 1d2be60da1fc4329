import { payeeApi } from '@pianzhang/contract/api/base'
import { payeeExportQuery } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../../platform/audit/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { ExportSource } from '../../../platform/files/export-file.ts'
import { originOf } from '../../../platform/http/register.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions } from '../filters.ts'
import { maskedNumber, type PayeeRow, payeeColumns } from '../load.ts'
import { COLUMNS, type ExportedPayee } from './columns.ts'

const FULL = 'full'

/** Exports every payee of the list. Numbers are in full for people who may write payees, and each such download is logged; else they are masked. */
export const payeeExport = listExport({
  endpoint: payeeApi.export,
  model: 'payee',
  summary: 'A spreadsheet of the payees that match',
  query: payeeExportQuery,
  sign: (context): Record<string, string> => (context.can('payee', 'write') ? { numbers: FULL } : {}),
  async prepare(link, filters) {
    const { project, query, services } = link
    const full = query.numbers === FULL && project.can('payee', 'write')
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<PayeeRow>`select ${payeeColumns} from payees p
      where ${conditions(project.companyId, filters, services.clock())} order by p.id desc`
    const rows = recordRows(link, select, (row) => cells(full ? row : masked(row)))
    return {
      name: '收款人',
      columns,
      rows: async function* (slot) {
        if (full) await logReveal(link)
        yield* rows(slot)
      },
    }
  },
})

async function logReveal({ services, request, project }: ExportSource): Promise<void> {
  const { creator } = project
  if (!creator || !request) return
  const who = { companyId: project.companyId, userId: creator.id, userName: creator.name }
  await inTransaction(services.db, (tx) =>
    audit(tx, ofCompany({ ...originOf(services, request), ...who, project, services }), {
      action: 'export',
      resource: 'payee',
      code: '',
      label: '导出收款人（含完整证件号码和账号）',
    }),
  )
}

const masked = (row: ExportedPayee): ExportedPayee => ({
  ...row,
  id_number: maskedNumber(row.id_number, 'id_number'),
  phone: maskedNumber(row.phone, 'phone'),
  account: maskedNumber(row.account, 'account'),
})
