import { sql } from 'kysely'
import { operatorActor } from '../../base/companies/create.ts'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { folderOf } from '../storage/compare.ts'
import { type ProjectTable, projectTables } from './tables.ts'

/** Most rows that one transaction deletes, as it holds their locks until its commit. */
const CHUNK = 5_000
const KEPT_DAYS = 30

interface Condemned {
  id: bigint
  code: string
  name: string
  company_id: bigint
}

/**
 * Removes the projects whose 30 days are over, by the database's clock: rows in chunks, then files, then the project is marked. Returns how many.
 * Every chunk is committed by itself, so that after a kill this or another server continues where the work ended. The operation log and the
 * project's own row stay. If a project could not be removed, throws after trying the others.
 */
export async function purgeProjects(services: Services, signal: AbortSignal, chunk = CHUNK): Promise<number> {
  const { db } = services
  await sql`update projects set purge_after = now() + ${KEPT_DAYS} * interval '1 day'
    where deleted_at is not null and purge_after is null and purged_at is null`.execute(db)
  const { rows } = await sql<Condemned>`select id, code, name, company_id from projects
    where deleted_at is not null and purge_after <= now() and purged_at is null order by id`.execute(db)
  let purged = 0
  let failed: unknown
  for (const project of rows) {
    if (signal.aborted) return purged
    try {
      if (await purge(services, project, signal, chunk)) purged += 1
    } catch (error) {
      console.error('a project could not be removed:', project.code, errorForLog(error))
      failed ??= error
    }
  }
  if (failed !== undefined) throw failed
  return purged
}

/** Returns false if the project was brought back, or the work was aborted. */
async function purge(
  services: Services,
  project: Condemned,
  signal: AbortSignal,
  chunk: number,
): Promise<boolean> {
  const { db } = services
  if (!(await begin(db, project.id))) return false
  if (!(await emptyProject(services, project, signal, chunk))) return false
  await finish(services, project)
  return true
}

/** Marks the project as being purged, after which it cannot be brought back; false if it was brought back or purged before. */
async function begin(db: Db, id: bigint): Promise<boolean> {
  await sql`update projects set purging_at = now()
    where id = ${id} and deleted_at is not null and purge_after <= now() and purging_at is null`.execute(db)
  const { rows } = await sql`select id from projects
    where id = ${id} and purging_at is not null and purged_at is null`.execute(db)
  return rows.length > 0
}

/** Removes a project's files and its rows in all project tables; the rows in `projects` and `audit_logs` stay. Returns false if it was aborted. */
export async function emptyProject(
  services: Services,
  project: Condemned,
  signal: AbortSignal,
  chunk = CHUNK,
): Promise<boolean> {
  if (!(await removeRows(services.db, project, chunk, signal))) return false
  await removeFiles(services, project, signal)
  return !signal.aborted
}

/** Returns false if it was aborted. */
async function removeRows(
  db: Db,
  { id, company_id }: Condemned,
  chunk: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (const table of await projectTables(db))
    for (;;) {
      if (signal.aborted) return false
      const removed = await inTransaction(db, (tx) => removeChunk(tx, id, table, chunk))
      if (removed < chunk) break
    }
  await inTransaction(db, async (tx) => {
    // Without their keys, other projects of the company can claim these invoices.
    await sql`delete from invoice_keys where company_id = ${company_id} and project_id = ${id}`.execute(tx)
    await sql`delete from notifications where company_id = ${company_id} and project_id = ${id}`.execute(tx)
    await sql`delete from project_members where project_id = ${id}`.execute(tx)
    await sql`update sessions set project_id = null where project_id = ${id}`.execute(tx)
  })
  return true
}

async function removeChunk(tx: Tx, id: bigint, table: ProjectTable, chunk: number): Promise<number> {
  const t = sql.table(table.name)
  const key = (alias: string) =>
    sql.join(table.key.map((column) => sql`${sql.raw(alias)}.${sql.ref(column)}`))
  // A table whose rows refer to each other (some hundreds of rows) is emptied at once.
  const atOnce = table.key.length === 0 || table.refersToItself
  const chunkOnly = atOnce
    ? sql``
    : sql`and (${key('t')}) in (select ${key('s')} from ${t} s where s.project_id = ${id} limit ${sql.lit(chunk)})`
  const { numAffectedRows } = await sql`delete from ${t} t where t.project_id = ${id} ${chunkOnly}`.execute(
    tx,
  )
  return atOnce ? 0 : Number(numAffectedRows ?? 0)
}

/** All files below the project's folder, whether a row has named them or not. */
async function removeFiles({ storage }: Services, { code }: Condemned, signal: AbortSignal): Promise<void> {
  for await (const { key } of storage.list(folderOf(code))) {
    if (signal.aborted) return
    await storage.remove(key)
  }
}

async function finish(services: Services, project: Condemned): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const { rows } =
      await sql`update projects set purged_at = now() where id = ${project.id} and purged_at is null
      returning id`.execute(tx)
    if (rows.length === 0) return
    await audit(
      tx,
      { ...actor(services, project), userName: '系统', requestId: 'purge' },
      {
        action: 'purge',
        resource: 'project',
        code: project.code,
        label: project.name,
      },
    )
  })
}

/** The operator as the author of a log entry in the project. */
const actor = (services: Services, { id, company_id }: Condemned) => ({
  ...operatorActor(services, company_id),
  project: { id },
})

/** Brings a deleted project back, with all that it had. Throws an Error in Chinese if that cannot be done. */
export async function restoreProject(services: Services, code: string): Promise<{ name: string }> {
  return await inTransaction(services.db, async (tx) => {
    const { rows } = await sql<
      Condemned & { deleted: boolean; purging: boolean }
    >`select id, code, name, company_id, deleted_at is not null as deleted, purging_at is not null as purging
      from projects where code = ${code} for update`.execute(tx)
    const project = rows[0]
    if (!project) throw new Error(`没有编码为 ${code} 的项目`)
    if (!project.deleted) throw new Error(`项目“${project.name}”没有被删除`)
    if (project.purging)
      throw new Error(`项目“${project.name}”删除已满 ${KEPT_DAYS} 天，数据已被清除，无法恢复`)
    await sql`update projects set deleted_at = null, purge_after = null where id = ${project.id}`.execute(tx)
    await audit(tx, actor(services, project), {
      action: 'restore',
      resource: 'project',
      code,
      label: project.name,
    })
    return { name: project.name }
  })
}

interface Restorable {
  company: string
  code: string
  name: string
  /** Days until it can no longer be brought back, at least. */
  days: number
}

/** The deleted projects that can be brought back, the first to be purged first. */
export async function restorableProjects(db: Db): Promise<Restorable[]> {
  const { rows } = await sql<Restorable>`
    select c.name as company, p.code, p.name,
      greatest(0, floor(extract(epoch from coalesce(p.purge_after - now(), ${KEPT_DAYS} * interval '1 day')) / 86400))::int4 as days
    from projects p join companies c on c.id = p.company_id
    where p.deleted_at is not null and p.purging_at is null and p.purged_at is null order by p.purge_after, p.id`.execute(
    db,
  )
  return rows
}
