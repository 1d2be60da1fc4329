import { formatInstant } from '@pianzhang/contract/calendar'
import type { ContractHistory, ContractHistoryQuery } from '@pianzhang/contract/contracts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { missing } from '../../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../../platform/http/route.ts'
import { listPage } from '../../../platform/lists/list-page.ts'

type Snapshot = Readonly<Record<string, unknown>>

interface Entry {
  created_at: Date
  user_name: string
  action: 'create' | 'import' | 'update'
  before: Snapshot | null
  after: Snapshot | null
}

/** Who changed a contract, the latest first, from its entries in the operation log, which masks the numbers. */
export async function showHistory(
  db: Db,
  context: ProjectContext,
  { params, query }: Input<{ code: string }, ContractHistoryQuery, unknown>,
): Promise<ContractHistory> {
  const projectId = context.project.id
  const { rows: found } = await sql<{ code: string; import_code: string | null }>`
    select k.code, (select m.code from imports m where m.project_id = ${projectId} and m.id = k.import_id) as import_code
    from contracts k where k.project_id = ${projectId} and k.code = ${params.code}`.execute(db)
  if (!found[0]) throw missing()
  // An import has one entry for all of its contracts, under the code of the import.
  const codes = [found[0].code, ...(found[0].import_code === null ? [] : [found[0].import_code])]
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<Entry>`a.created_at, a.user_name, a.action, a.before, a.after`,
      from: sql`audit_logs a where a.project_id = ${projectId} and a.resource = 'contract' and a.code = any(${codes})
        and a.action in ('create', 'import', 'update')`,
      order: sql`a.id desc`,
    },
    query,
  )
  return {
    items: rows.map(({ created_at, user_name, action, before, after }) => ({
      created_at: formatInstant(created_at),
      user_name,
      action,
      changes: before && after ? changesOf(before, after) : [],
    })),
    listTotal: count,
  }
}

const linked = (link: unknown) => (link as { out_code: string } | null)?.out_code ?? ''
const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** The fields of a snapshot in the order of the form, each with the conversion to its text. */
const FIELDS: Readonly<Record<string, (value: unknown) => string>> = {
  out_code: plain,
  customer: plain,
  id_number: plain,
  sign_at: plain,
  category: (value) => plain((value as { category_i18n?: string } | null)?.category_i18n),
  amount_yuan: plain,
  income_bank_name: plain,
  income_bankcard_username: plain,
  income_bankcard_account: plain,
  remark: plain,
  scans: (value) => ((value ?? []) as { file_name: string }[]).map(({ file_name }) => file_name).join('、'),
  supplements_contracts: (value) => ((value ?? []) as unknown[]).map(linked).join('、'),
  supplemented_contract: linked,
}

/** The fields that differ. A masked number also counts as changed if the entry names it, as both states may look the same. */
function changesOf(before: Snapshot, after: Snapshot): ContractHistory['items'][number]['changes'] {
  const numbers = (after.changed_numbers ?? []) as readonly string[]
  return Object.entries(FIELDS).flatMap(([field, text]) =>
    numbers.includes(field) || JSON.stringify(before[field]) !== JSON.stringify(after[field])
      ? [{ field, before: text(before[field]), after: text(after[field]) }]
      : [],
  )
}
