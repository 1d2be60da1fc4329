import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { BY_TRIGGERS } from '../backup/manifest.ts'

/** A project table: the columns of its primary key besides `project_id`, and whether its rows refer to each other. */
export interface ProjectTable {
  name: string
  key: string[]
  refersToItself: boolean
}

/** All project tables, referring tables before referred ones, read from the catalogue: a new ledger need not be listed. Kept sums come last. */
export async function projectTables(db: Db): Promise<ProjectTable[]> {
  const { rows } = await sql<ProjectTable & { refers_to: string[] }>`
    select c.relname::text as name,
      array(select k.attname::text from pg_attribute k where k.attrelid = c.oid and k.attnum = any(i.indkey)
        and k.attname <> 'project_id' order by k.attnum) as key,
      exists (select from pg_constraint f where f.conrelid = c.oid and f.confrelid = c.oid and f.contype = 'f') as "refersToItself",
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'project_members'
      and exists (select from pg_attribute k where k.attrelid = c.oid and k.attnum = any(i.indkey) and k.attname = 'project_id')
    order by 1`.execute(db)
  const left = new Map(
    rows.map((row) => [
      row.name,
      { ...row, refers_to: [...row.refers_to, ...(BY_TRIGGERS[row.name] ?? [])] },
    ]),
  )
  const sorted: ProjectTable[] = []
  while (left.size > 0) {
    const referred = new Set([...left.values()].flatMap(({ refers_to }) => refers_to))
    const free = [...left.values()].filter(({ name }) => !referred.has(name))
    if (free.length === 0) throw new Error('project tables refer to each other in a cycle')
    for (const { refers_to: _, ...table } of free) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  // Tables of kept sums come last, as deleting records appends changes to them by triggers.
  return [...sorted.filter(({ name }) => !isKept(name)), ...sorted.filter(({ name }) => isKept(name))]
}

const isKept = (name: string): boolean => /_(changes|totals)$/.test(name)
