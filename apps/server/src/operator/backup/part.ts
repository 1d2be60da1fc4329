import type pg from 'pg'
import { quoted } from './manifest.ts'

/** The company whose rows and files a backup is limited to. */
export interface Part {
  companyId: bigint
  projectIds: readonly bigint[]
}

/** The part of a company, read in the backup's snapshot, so that it has the projects of that moment. */
export async function partOf(client: pg.ClientBase, companyId: bigint): Promise<Part> {
  const { rows } = await client.query<{ id: string }>('select id from projects where company_id = $1', [
    companyId,
  ])
  return { companyId, projectIds: rows.map(({ id }) => BigInt(id)) }
}

/** Tables that name their company only through another table, and those of all companies, which go with each. */
const THROUGH: Record<string, string> = {
  role_permissions: 'role_id in (select id from roles where company_id = $company)',
  order_payments: 'order_id in (select id from orders where company_id = $company)',
  recovery_codes: 'user_id in (select id from users where company_id = $company)',
  second_factors: 'user_id in (select id from users where company_id = $company)',
  fee_rates: 'true',
  transfer_formats: 'true',
}

/** The condition on a table's rows, whole numbers in the text, as COPY takes no parameters. */
export function rowsOf(
  { companyId, projectIds }: Part,
  { name, columns }: { name: string; columns: readonly string[] },
): string {
  const company = String(companyId)
  if (name === 'companies') return `id = ${company}`
  const through = THROUGH[name]
  if (through) return through.replace('$company', company)
  if (columns.includes('company_id')) return `company_id = ${company}`
  if (columns.includes('project_id')) return `project_id = any ('{${projectIds.join(',')}}'::bigint[])`
  throw new Error(`table ${quoted(name)} names no company`)
}
