import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { entered } from '../projects/load.ts'

export interface CompanyProject {
  id: bigint
  code: string
  name: string
  /** Whether the caller may enter it. */
  visible: boolean
  /** Neither archived nor expired: its records may be changed. */
  writable: boolean
}

/** All projects of the company that have records, deleted ones too, as these can be brought back; in the order of ids. */
export async function companyProjects(
  db: Db | Tx,
  context: PersonContext,
  day: string,
): Promise<CompanyProject[]> {
  const { rows } = await sql<CompanyProject>`
    select p.id, p.code, p.name, ${entered(context)} as visible,
      p.archive_at is null and p.expire_at >= ${day}::date as writable
    from projects p where p.company_id = ${context.companyId} and p.purging_at is null and p.purged_at is null
    order by p.id`.execute(db)
  return rows
}

/** The tables whose records name payees. */
const NAMING = ['payments', 'contracts', 'payment_requests', 'fees'] as const

/** Those of them in which a record of one of `tables` names one of `payees`: one statement finds them, as most projects of a company name none. */
export async function projectsNaming(
  db: Db | Tx,
  context: PersonContext,
  payees: readonly bigint[],
  tables: readonly (typeof NAMING)[number][] = NAMING,
): Promise<CompanyProject[]> {
  const projects = await companyProjects(db, context, today(context.now))
  const ids = projects.map(({ id }) => id)
  const naming = tables.map(
    (table) => sql`select t.project_id from ${sql.table(table)} t
      where t.project_id = ${anyOf(ids)} and t.payee_id = ${anyOf(payees)}`,
  )
  const { rows } = await sql<{ project_id: bigint }>`${sql.join(naming, sql` union `)}`.execute(db)
  const found = new Set(rows.map(({ project_id }) => project_id))
  return projects.filter(({ id }) => found.has(id))
}
