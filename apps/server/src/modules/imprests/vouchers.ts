import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { type AttachmentRow, filesOf } from '../attachments/link.ts'
import { changeLinks } from '../attachments/unlink.ts'

/** The voucher pictures of details by the detail's id, in their order. */
export const vouchersOf = (
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, AttachmentRow[]>> =>
  filesOf(
    db,
    projectId,
    sql`select l.imprest_id as owner, l.attachment_id, l.position from imprest_attachments l
      where l.project_id = ${projectId} and l.imprest_id = any(${ids})`,
  )

/**
 * Links pictures, in order, to details that have none. `removed`: the ids from `removeVouchers` in the same transaction;
 * files among them that are left without any link are removed 7 days later.
 */
export async function linkVouchers(
  tx: Tx,
  projectId: bigint,
  details: readonly { id: bigint; attachment_ids: readonly bigint[] }[],
  removed: readonly bigint[] = [],
): Promise<void> {
  const links = details.flatMap(({ id, attachment_ids }) =>
    attachment_ids.map((file, index) => ({ imprest: String(id), file: String(file), position: index + 1 })),
  )
  // Most details have no picture, so there is nothing to lock or to write.
  if (links.length === 0 && removed.length === 0) return
  const added = links.map(({ file }) => BigInt(file))
  await changeLinks(tx, projectId, { added, removed }, () =>
    sql`insert into imprest_attachments (project_id, imprest_id, attachment_id, position)
      select ${projectId}, n.imprest, n.file, n.position
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(imprest bigint, file bigint, position smallint)`.execute(
      tx,
    ),
  )
}

/** Unlinks all pictures of these details and returns the files' ids, for `linkVouchers` or `markUnlinked`. */
export async function removeVouchers(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx
    .deleteFrom('imprest_attachments')
    .where('project_id', '=', projectId)
    .where('imprest_id', '=', anyOf(ids))
    .returning('attachment_id')
    .execute()
  return rows.map((row) => row.attachment_id)
}
