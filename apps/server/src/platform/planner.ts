import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * For a transaction that fills tables: runs ANALYZE on tables that the planner believes empty although they have pages, with this transaction's
 * rows. Rolled back rows (a cancelled import, a server killed while it created the demo) leave an otherwise empty table so after autovacuum;
 * every join with it would then be a nested loop over sequential scans, until the transaction ends.
 */
export async function lookAgain(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples = 0 and pg_relation_size(oid) > 0`.execute(
    tx,
  )
  // ANALYZE locks the table until the commit; a table that is locked is being analyzed by somebody else.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(tx)
}
