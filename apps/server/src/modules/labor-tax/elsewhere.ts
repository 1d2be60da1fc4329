import type { TakenOfDay } from '@pianzhang/contract/labor-tax-rules'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext, ProjectContext } from '../../platform/http/route.ts'
import { entered } from '../projects/load.ts'

// The VAT exemption counts what the company pays a person on a day in all its projects. One statement per project, as projects may be on different
// database servers (docs/sql.md, rule 1).

interface Project {
  id: bigint
  name: string
  /** Whether the caller may enter it. */
  visible: boolean
}

/** The company's projects that are not deleted, in the order of ids. */
export async function projectsOf(db: Db | Tx, context: PersonContext): Promise<Project[]> {
  const { rows } = await sql<Project>`select p.id, p.name, ${entered(context)} as visible from projects p
    where p.company_id = ${context.companyId} and p.deleted_at is null order by p.id`.execute(db)
  return rows
}

const otherProjects = async (db: Db | Tx, context: ProjectContext): Promise<Project[]> =>
  (await projectsOf(db, context)).filter(({ id }) => id !== context.project.id)

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`

/** What the person's fees of the day in other projects have whose VAT is withheld. `before`: the id of the record that is edited. */
export async function takenElsewhere(
  db: Db | Tx,
  context: ProjectContext,
  { payees, day, before }: { payees: readonly bigint[]; day: string; before: bigint | null },
): Promise<TakenOfDay> {
  const taken = { count: 0, gross: 0n, vat: 0n, surcharge: 0n }
  for (const { id } of await otherProjects(db, context)) {
    const { rows } = await sql<TakenOfDay>`
      select count(*)::int4 as count, coalesce(sum(r.gross), 0) as gross, coalesce(sum(r.vat), 0) as vat,
        coalesce(sum(r.surcharge), 0) as surcharge
      from labor_records r
      where r.project_id = ${id} and r.payee_id = ${anyOf(payees)} and r.month = ${firstOf(day)}::date
        and r.pay_at = ${day}::date and r.vat_withheld ${before === null ? sql`` : sql`and r.id < ${before}`}`.execute(
      db,
    )
    const own = rows[0] as TakenOfDay
    taken.count += own.count
    taken.gross += own.gross
    taken.vat += own.vat
    taken.surcharge += own.surcharge
  }
  return taken
}

/** A fee of another project. */
export interface Elsewhere {
  id: bigint
  payee_id: bigint
  pay_at: string
  /** The project's name; null: the caller may not know it. */
  project: string | null
}

/** The fees of these payees on these days in other projects whose VAT is withheld. */
export async function feesElsewhere(
  db: Db | Tx,
  context: ProjectContext,
  payees: readonly bigint[],
  days: readonly string[],
): Promise<Elsewhere[]> {
  if (days.length === 0) return []
  const months = [...new Set(days.map(firstOf))]
  const found: Elsewhere[] = []
  for (const { id, name, visible } of await otherProjects(db, context)) {
    const { rows } = await sql<Omit<Elsewhere, 'project'>>`
      select r.id, r.payee_id, r.pay_at from labor_records r
      where r.project_id = ${id} and r.payee_id = ${anyOf(payees)} and r.month = any(${months}::date[])
        and r.pay_at = any(${days}::date[]) and r.vat_withheld order by r.id`.execute(db)
    found.push(...rows.map((row) => ({ ...row, project: visible ? name : null })))
  }
  return found
}
