import type { TakenOfDay } from '@pianzhang/contract/fee-rules'
import type { FeeKind } from '@pianzhang/contract/fees'
import { sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { PersonContext, ProjectContext } from '../../platform/http/route.ts'

// The VAT exemption counts what the company pays a person on a day in all its projects: one statement for all of them (docs/sql.md, rule 1).

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

/** What the person's fees of these kinds and this day in other projects have whose VAT is withheld. `before`: the id of the record that is edited. */
export async function takenElsewhere(
  db: Db | Tx,
  context: ProjectContext,
  {
    payees,
    day,
    kinds,
    before,
  }: { payees: readonly bigint[]; day: string; kinds: readonly FeeKind[]; before: bigint | null },
): Promise<TakenOfDay> {
  const others = await otherProjects(db, context)
  const { rows } = await sql<TakenOfDay>`
    select count(*)::int4 as count, coalesce(sum(r.gross), 0) as gross, coalesce(sum(r.vat), 0) as vat,
      coalesce(sum(r.surcharge), 0) as surcharge
    from fees r
    where r.project_id = ${anyOf(others.map(({ id }) => id))} and r.payee_id = ${anyOf(payees)} and r.month = ${firstOf(day)}::date
      and r.pay_at = ${day}::date and r.vat_withheld and r.kind = ${anyOf(kinds)}
      ${before === null ? sql`` : sql`and r.id < ${before}`}`.execute(db)
  return rows[0] as TakenOfDay
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
  const others = new Map((await otherProjects(db, context)).map((project) => [project.id, project]))
  const { rows } = await sql<Omit<Elsewhere, 'project'> & { project_id: bigint }>`
    select r.project_id, r.id, r.payee_id, r.pay_at from fees r
    where r.project_id = ${anyOf([...others.keys()])} and r.payee_id = ${anyOf(payees)}
      and r.month = any(${[...new Set(days.map(firstOf))]}::date[]) and r.pay_at = any(${days}::date[]) and r.vat_withheld
    order by r.project_id, r.id`.execute(db)
  return rows.map(({ project_id, ...row }) => {
    const project = others.get(project_id)
    return { ...row, project: project?.visible ? project.name : null }
  })
}
