import type { Model } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { LEDGERS } from '../../ledgers.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Tables whose `attachment_id` keeps a file from being removed. `model`: a person who may read its records may see their files. */
export const LINKS: readonly { table: keyof Database; model: Model }[] = LEDGERS.flatMap(
  ({ files, resource }) => (files ? [{ table: files, model: resource }] : []),
)

/** For each table of `LINKS`, an SQL condition: the table has a link to the attachment `a` of this project. */
export const linksIn = (projectId: bigint) =>
  LINKS.map(({ table, model }) => ({
    model,
    linked: sql`exists (select 1 from ${sql.table(table)} l where l.project_id = ${projectId} and l.attachment_id = a.id)`,
  }))

/** SQL condition: none of these tables has a link to the attachment `a` of this project. */
export const withoutLinks = (projectId: bigint) =>
  sql.join(
    linksIn(projectId).map(({ linked }) => sql`not ${linked}`),
    sql` and `,
  )

/**
 * Changes links in the caller's own table: `insert` writes the links to the files `added`; the caller has already deleted the links to the files
 * `removed`. Files that are left without any link are removed 7 days later.
 */
export async function changeLinks(
  tx: Tx,
  projectId: bigint,
  { added, removed }: { added: readonly bigint[]; removed: readonly bigint[] },
  insert: () => Promise<unknown>,
): Promise<void> {
  await lockFiles(tx, projectId, [...added, ...removed])
  if (added.length > 0) {
    await insert()
    await tx
      .updateTable('attachments')
      .set({ unlinked_at: null })
      .where('project_id', '=', projectId)
      .where('id', '=', anyOf(added))
      .where('unlinked_at', 'is not', null)
      .execute()
  }
  await markUnlinked(tx, projectId, removed)
}

/** Locks attachments, so that concurrent transactions check their links one after the other; in order of id, to avoid deadlocks. */
async function lockFiles(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from attachments where project_id = ${projectId} and id = any(${ids}) order by id for no key update`.execute(
    tx,
  )
}

/**
 * Sets `unlinked_at` of those attachments that have no link any more; the clean-up removes them 7 days later. The time is the database's
 * `now()`, as servers that run the clean-up may have different clocks. Call it in the transaction that deletes the link.
 */
export async function markUnlinked(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await lockFiles(tx, projectId, ids)
  await sql`update attachments a set unlinked_at = now()
    where a.project_id = ${projectId} and a.id = any(${ids}) and ${withoutLinks(projectId)}`.execute(tx)
}
