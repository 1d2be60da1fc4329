import { contractBody } from '@pianzhang/contract/contracts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { sameFields } from '../../../platform/sheet-import/alike.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { type ContractFields, insertContracts } from '../save.ts'
import { COLUMNS } from './columns.ts'

/** Describes the contracts' spreadsheet for import, preview, template and failed rows. */
export const contractSheet: LedgerSheet<keyof typeof COLUMNS, ContractFields> = {
  source: import.meta.url,
  path: '/contracts',
  resource: 'contract',
  table: 'contracts',
  unit: '份',
  title: '合同',
  records: 'contracts',
  access: inProject('contract', 'write'),
  columns: COLUMNS,
  alike: [
    {
      keyOf: ({ customer, amount }) => ({ name: customer, amount }),
      existing: (projectId, _days, names) => sql`
        select k.code, k.customer as name, k.amount from contracts k
        where k.project_id = ${projectId} and k.customer = any(${names}::text[])`,
      ...sameFields('份', '合同主体、合同总额'),
    },
  ],
  loadRules: async (db, projectId) => {
    const existing = await loadNumbers(db, projectId)
    /** By contract number, the first row that has it. */
    const rows = new Map<string, number>()
    return flatRules({ columns: COLUMNS, shape: contractBody.shape, lookups: {} }, (contract, line) => {
      const message = contract.out_code && numberProblem(contract.out_code, line, existing, rows)
      return {
        problems: message ? [{ field: 'out_code', message }] : [],
        day: contract.sign_at ?? undefined,
        amount: contract.amount,
      }
    })
  },
  openWriter: async ({ tx, client, ...owner }) =>
    chunkWriter({ tx, client }, (contracts) => insertContracts(tx, owner, contracts)),
  loadChoices: async () => ({ options: {} }),
}

export const JOBS = sheetJobs(contractSheet)

/** A number is unique in the project and in the file. */
function numberProblem(
  number: string,
  line: number,
  existing: ReadonlySet<string>,
  rows: Map<string, number>,
): string | undefined {
  const first = rows.get(number)
  if (first !== undefined) return `与第${first}行重复`
  rows.set(number, line)
  return existing.has(number) ? '合同编号已存在' : undefined
}

async function loadNumbers(db: Db, projectId: bigint): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('contracts')
    .select('out_code')
    .where('project_id', '=', projectId)
    .execute()
  return new Set(rows.map((row) => row.out_code))
}
