import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Runs ANALYZE on tables that have pages but `reltuples = 0`, as autovacuum leaves them after a rollback. For a
 * transaction that fills tables: with zero rows estimated, joins would be nested loops over sequential scans.
 */
export async function analyzeEmptiedTables(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples = 0 and pg_relation_size(oid) > 0`.execute(
    tx,
  )
  // ANALYZE locks the table until the commit; a table locked by somebody else is being analyzed already.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(tx)
}
