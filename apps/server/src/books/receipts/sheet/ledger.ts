import { receiptApi } from '@pianzhang/contract/api/books'
import { receiptBody } from '@pianzhang/contract/receipts'
import { sql } from 'kysely'
import { contractLookups } from '../../../base/contracts/find.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { problemsOf } from '../rules.ts'
import { insertReceipts, type ReceiptFields } from '../save.ts'
import { COLUMNS, type ReceiptLookups } from './columns.ts'

/** The receipts' spreadsheet as the import parts take it: import, preview, template and failed rows. */
export const receiptSheet: LedgerSheet<keyof typeof COLUMNS, ReceiptFields> = {
  source: import.meta.url,
  path: receiptApi.base,
  resource: 'investment_execution',
  table: 'receipts',
  unit: '笔',
  title: '收款明细',
  records: 'receipts',
  access: inProject('investment_execution', 'write'),
  columns: COLUMNS,
  alike: [
    {
      keyOf: ({ investment_at, investor, amount }) => ({ day: investment_at, name: investor, amount }),
      existing: (projectId, days) => sql`
        select e.code, e.investment_at as day, e.investor as name, e.amount from receipts e
        where e.project_id = ${projectId} and e.investment_at = any(${days}::date[])`,
      ...sameFields('笔', '收款时间、投资方、金额'),
    },
  ],
  loadRules: async (db, projectId) => {
    const lookups = await loadLookups(db, projectId)
    return flatRules({ columns: COLUMNS, shape: receiptBody.shape, lookups }, (receipt) => ({
      problems: problemsOf(receipt, lookups.references),
      day: receipt.investment_at,
      amount: receipt.amount,
    }))
  },
  openWriter: async ({ tx, client, ...owner }) =>
    chunkWriter({ tx, client }, (receipts) => insertReceipts(tx, owner, receipts)),
  loadChoices: async (db, projectId) => ({
    options: { investment_category_id: (await loadTypes(db, projectId)).map(({ name }) => name) },
  }),
}

export const JOBS = sheetJobs(receiptSheet)

const loadTypes = (db: Db, projectId: bigint) =>
  db
    .selectFrom('investment_types')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()

async function loadLookups(db: Db, projectId: bigint): Promise<ReceiptLookups> {
  const types = await loadTypes(db, projectId)
  const { codes, contracts } = await contractLookups(db, projectId)
  return {
    types: new Map(types.map(({ id, name }) => [name, String(id)])),
    contracts: codes,
    references: { categories: new Map(types.map(({ id }) => [String(id), id])), contracts },
  }
}
