import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * For a transaction that fills tables: those that the planner takes for empty though they have pages are looked at anew, this transaction's
 * rows included. Rows that were taken back (a cancelled import, a server killed while it made the demo) leave a table so once autovacuum
 * has met it, in a database that had no others: every join with it is then a scan within a scan, for as long as the transaction lasts.
 */
export async function lookAgain(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples = 0 and pg_relation_size(oid) > 0`.execute(
    tx,
  )
  // It holds a lock until the commit, and who else has it is looking already.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(tx)
}
