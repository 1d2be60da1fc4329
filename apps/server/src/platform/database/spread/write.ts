import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** Whether the database has the extension Citus: asked once at the start, as a database is spread while no server runs. */
export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/**
 * Makes Citus prepare the worker's part of a transaction that writes rows of this project. It overlooks an INSERT … SELECT or COPY over a
 * connection that has read before; that worker would be committed after the coordinator, and one lost in between loses an acknowledged write.
 */
export async function declareWrite(tx: Tx, projectId: bigint): Promise<void> {
  await sql`delete from imports where project_id = ${projectId} and id = 0`.execute(tx)
}
