import { payeeApi } from '@pianzhang/contract/api/base'
import type { PayeeBody } from '@pianzhang/contract/payees'
import { payeeBody } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { insertPayees, keyOf, SAME } from '../save.ts'
import { COLUMNS } from './columns.ts'

/**
 * Describes the payees' spreadsheet for import, preview, template and failed rows. Payees are the company's; the file is uploaded and claimed in
 * the project that the person is in, as every file is.
 */
export const payeeSheet: LedgerSheet<keyof typeof COLUMNS, PayeeBody> = {
  source: import.meta.url,
  path: payeeApi.base,
  resource: 'payee',
  table: null,
  unit: '个',
  title: '收款人',
  records: 'payees',
  access: inProject('payee', 'write'),
  columns: COLUMNS,
  // Not compared: the rules refuse a row that is there already.
  alike: [],
  loadRules: async (db, projectId) => {
    const existing = await loadKeys(db, await companyOf(db, projectId))
    /** By name and account, the first row that has them. */
    const rows = new Map<string, number>()
    return flatRules({ columns: COLUMNS, shape: payeeBody.shape, lookups: {} }, (payee, line) => {
      const { name, account } = payee
      const message =
        name !== undefined && account !== undefined
          ? problemOf(keyOf({ name, account }), line, existing, rows)
          : undefined
      return {
        problems: message === undefined ? [] : [{ field: 'name', message }],
        day: undefined,
        amount: undefined,
      }
    })
  },
  openWriter: async ({ tx, client, projectId, userId, now }) => {
    const companyId = await companyOf(tx, projectId)
    const { name: userName } = await tx
      .selectFrom('users')
      .select('name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return chunkWriter({ tx, client }, (payees) =>
      insertPayees(tx, { companyId, userId, userName, now }, payees),
    )
  },
  loadChoices: async () => ({ options: {} }),
}

export const JOBS = sheetJobs(payeeSheet)

async function companyOf(db: Db | Tx, projectId: bigint): Promise<bigint> {
  const { company_id } = await db
    .selectFrom('projects')
    .select('company_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return company_id
}

async function loadKeys(db: Db, companyId: bigint): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string; account: string }>`select p.name, p.account from payees p
    where p.company_id = ${companyId} and p.merged_into_id is null`.execute(db)
  return new Set(rows.map(keyOf))
}

function problemOf(
  key: string,
  line: number,
  existing: ReadonlySet<string>,
  rows: Map<string, number>,
): string | undefined {
  const first = rows.get(key)
  if (first !== undefined) return `与第${first}行重复`
  rows.set(key, line)
  return existing.has(key) ? SAME.message : undefined
}
