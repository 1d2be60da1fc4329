import { sql } from 'kysely'
import { changeLinks } from '../../base/attachments/unlink.ts'
import type { Tx } from '../../platform/database/database.ts'

interface LineFiles {
  payment_code: string
  code: string
  attachment_ids: bigint[]
}

/**
 * Unlinks all voucher pictures of these payments and returns the files' ids, for `linkAttachments` or
 * `markUnlinked` in the same transaction. Nothing else deletes links; the foreign key refuses to delete a line that
 * still has links.
 */
export async function removeLinks(
  tx: Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
): Promise<bigint[]> {
  const { rows } = await sql<{ attachment_id: bigint }>`
    delete from payment_line_attachments l using payment_lines d
    where l.project_id = ${projectId} and d.project_id = ${projectId} and d.id = l.line_id
      and d.payment_id = any(${paymentIds})
    returning l.attachment_id`.execute(tx)
  return rows.map((row) => row.attachment_id)
}

/**
 * Links voucher pictures, in order, to lines that have none. `before`: the ids from `removeLinks`; files among them
 * that are left without any link are removed 7 days later.
 */
export async function linkAttachments(
  tx: Tx,
  projectId: bigint,
  lines: readonly LineFiles[],
  before: readonly bigint[],
): Promise<void> {
  const links = lines.flatMap((line) =>
    line.attachment_ids.map((id, index) => ({
      payment: line.payment_code,
      line: line.code,
      attachment_id: id.toString(),
      position: index + 1,
    })),
  )
  const added = links.map((link) => BigInt(link.attachment_id))
  await changeLinks(tx, projectId, { added, removed: before }, () =>
    sql`insert into payment_line_attachments (project_id, line_id, attachment_id, position)
      select ${projectId}, d.id, n.attachment_id, n.position
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(payment text, line text, attachment_id bigint, position smallint)
      join payments c on c.project_id = ${projectId} and c.code = n.payment
      join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id and d.code = n.line`.execute(
      tx,
    ),
  )
}
