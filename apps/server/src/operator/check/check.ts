import { sql } from 'kysely'
import { wrongFees } from '../../features/fees/recount.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { checkFiles, checkStrayFiles } from './files.ts'
import { checkCompanies, checkNumbers } from './numbers.ts'
import { checkReferences, loadReferences } from './references.ts'
import { type CheckedProject, type Finding, Report } from './report.ts'
import { checkSums } from './sums.ts'

export interface Checked {
  findings: Finding[]
  projects: number
}

/**
 * Checks all companies and projects, or one project (`code`), while people work: in one snapshot sums and taxes against a recount, references, numbers; then
 * files against the storage. Changes nothing. Throws an Error in Chinese if there is no such project.
 */
export async function checkAll(services: Services, code?: string): Promise<Checked> {
  const report = new Report()
  const projects = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const checked = await loadProjects(tx, code)
      if (code === undefined) await checkCompanies(tx, report)
      const users = await tx.selectFrom('users').select(['id', 'company_id']).execute()
      const companyOfUser = new Map(users.map(({ id, company_id }) => [id, company_id]))
      const references = await loadReferences(tx)
      for (const project of checked) {
        await checkSums(tx, project, report)
        report.add('taxes', project, await wrongFees(tx, project))
        await checkReferences(tx, project, references, companyOfUser, report)
        await checkNumbers(tx, project, report)
      }
      return checked
    })
  // After the transaction: a storage may take minutes, and an idle transaction is ended.
  if (code === undefined) await checkStrayFiles(services, report)
  for (const project of projects) await checkFiles(services, project, report)
  return { findings: report.findings, projects: projects.length }
}

/** All projects, deleted ones too until they are purged, or the one of this code. Throws if there is none. */
export async function loadProjects(db: Db | Tx, code?: string): Promise<CheckedProject[]> {
  const { rows } = await sql<CheckedProject>`
    select p.id, p.code, p.name, p.company_id as "companyId", c.code as "companyCode"
    from projects p join companies c on c.id = p.company_id
    where p.purging_at is null and (${code ?? null}::text is null or p.code = ${code ?? null}) order by p.id`.execute(
    db,
  )
  if (code !== undefined && rows.length === 0) throw new Error(`没有编码为 ${code} 的项目`)
  return rows
}
