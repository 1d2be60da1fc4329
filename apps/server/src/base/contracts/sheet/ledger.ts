import { contractApi } from '@pianzhang/contract/api/base'
import { contractBody } from '@pianzhang/contract/contracts'
import { sameName } from '@pianzhang/contract/same-name'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { takenBy } from '../references.ts'
import { type ContractFields, insertContracts } from '../save.ts'
import { COLUMNS } from './columns.ts'

/** Describes the contracts' spreadsheet for import, preview, template and failed rows. */
export const contractSheet: LedgerSheet<keyof typeof COLUMNS, ContractFields> = {
  source: import.meta.url,
  path: contractApi.base,
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
    /** By contract number, as `sameName` has it, the first row that has it. */
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

/**
 * Why a row cannot have this number: an earlier row or a contract of the project has it, if only in another case or width. `existing`: the project's
 * numbers as they are stored, and `rows`: the rows before this one, both by the form that `sameName` gives a number. Adds the row to `rows`.
 */
function numberProblem(
  number: string,
  line: number,
  existing: ReadonlyMap<string, string>,
  rows: Map<string, number>,
): string | undefined {
  const name = sameName(number)
  const first = rows.get(name)
  if (first !== undefined) return `与第${first}行重复`
  rows.set(name, line)
  const stored = existing.get(name)
  return stored === undefined ? undefined : takenBy(stored, number)
}

async function loadNumbers(db: Db, projectId: bigint): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('contracts')
    .select('out_code')
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ out_code }) => [sameName(out_code), out_code]))
}
