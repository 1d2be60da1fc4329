import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export type DeclareWrite = (tx: Tx, projectId: bigint) => Promise<void>

/**
 * Returns the function that makes Citus prepare the worker's part of a transaction that writes rows of this project. It overlooks an
 * INSERT … SELECT or COPY over a connection that has read before; that worker would be committed after the coordinator, and one lost in
 * between loses an acknowledged write. Without Citus the function sends nothing. The first write asks which database this is, because a
 * server may start before its database; never again, because a database is spread while no server runs.
 */
export function writeDeclaration(): DeclareWrite {
  let citus: boolean | undefined
  return async (tx, projectId) => {
    citus ??= await hasCitus(tx)
    if (citus) await sql`delete from imports where project_id = ${projectId} and id = 0`.execute(tx)
  }
}

async function hasCitus(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}
