import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export type DeclareWrite = (tx: Tx, projectId: bigint) => Promise<void>

/**
 * Returns the function that makes Citus include the worker of this project in the two-phase commit of a transaction. Citus overlooks an
 * INSERT … SELECT or COPY over a connection that has read before: the worker would commit after the coordinator, and if it is lost in between,
 * an acknowledged write is lost. Without Citus the function sends nothing. The first write asks whether the database has Citus, because a
 * server may start before its database; later writes do not, because a database is spread while no server runs.
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
