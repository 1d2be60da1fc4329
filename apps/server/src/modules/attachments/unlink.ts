import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** Tables whose `attachment_id` keeps a file. A new one must be added here; a test compares the list with the foreign keys. */
export const LINKS = ['cost_execution_detail_attachments', 'invoices'] as const

/** SQL: no link to the attachment `a` of this project is left in any of the tables. */
export const withoutLinks = (projectId: bigint) =>
  sql.join(
    LINKS.map(
      (table) =>
        sql`not exists (select 1 from ${sql.table(table)} l where l.project_id = ${projectId} and l.attachment_id = a.id)`,
    ),
    sql` and `,
  )

/** Whether a file is still linked is asked by one at a time, each after what the others did; in the order of ids, so never in a circle. */
export async function lockFiles(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from attachments where project_id = ${projectId} and id = any(${ids}) order by id for no key update`.execute(
    tx,
  )
}

/** Starts the 7 days until removal for attachments without links. Call it in the transaction that deletes a link. */
export async function markUnlinked(
  tx: Tx,
  projectId: bigint,
  now: Date,
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return
  await lockFiles(tx, projectId, ids)
  await sql`update attachments a set unlinked_at = ${now}
    where a.project_id = ${projectId} and a.id = any(${ids}) and ${withoutLinks(projectId)}`.execute(tx)
}
