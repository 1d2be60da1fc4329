import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

interface LineFiles {
  payment_code: string
  code: string
  attachment_ids: bigint[]
}

/** Gives lines their voucher pictures, in order; what they had before and no longer have is unlinked. */
export async function linkAttachments(
  tx: Tx,
  projectId: bigint,
  now: Date,
  lines: readonly LineFiles[],
): Promise<void> {
  const links = lines.flatMap((line) =>
    line.attachment_ids.map((id, index) => ({
      payment: line.payment_code,
      line: line.code,
      attachment_id: id.toString(),
      position: index + 1,
    })),
  )
  const { rows: removed } = await sql<{ attachment_id: bigint }>`
    delete from cost_execution_detail_attachments l using cost_execution_details d, cost_executions c
    where l.project_id = ${projectId} and d.project_id = ${projectId} and d.id = l.detail_id and d.code = any(${lines.map((line) => line.code)})
      and c.project_id = ${projectId} and c.id = d.cost_execution_id
      and c.code = any(${[...new Set(lines.map((line) => line.payment_code))]}) returning l.attachment_id`.execute(
    tx,
  )
  const linked = links.map((link) => BigInt(link.attachment_id))
  const before = removed.map((row) => row.attachment_id)
  await lockFiles(tx, projectId, [...linked, ...before])
  if (links.length > 0) {
    await sql`insert into cost_execution_detail_attachments (project_id, detail_id, attachment_id, position)
      select ${projectId}, d.id, n.attachment_id, n.position
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(payment text, line text, attachment_id bigint, position smallint)
      join cost_executions c on c.project_id = ${projectId} and c.code = n.payment
      join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = c.id and d.code = n.line`.execute(
      tx,
    )
    await tx
      .updateTable('attachments')
      .set({ unlinked_at: null })
      .where('project_id', '=', projectId)
      .where('id', 'in', [...new Set(linked)])
      .where('unlinked_at', 'is not', null)
      .execute()
  }
  await markUnlinked(tx, projectId, now, before)
}

/** Whether a file is still linked is asked by one at a time, each after what the others did; in the order of ids, so never in a circle. */
async function lockFiles(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from attachments where project_id = ${projectId} and id = any(${ids}) order by id for no key update`.execute(
    tx,
  )
}

/** Starts the 7 days of those that no line names any more. */
export async function markUnlinked(
  tx: Tx,
  projectId: bigint,
  now: Date,
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return
  await lockFiles(tx, projectId, ids)
  await sql`update attachments a set unlinked_at = ${now}
    where a.project_id = ${projectId} and a.id = any(${ids}) and not exists (
      select 1 from cost_execution_detail_attachments l where l.project_id = ${projectId} and l.attachment_id = a.id)`.execute(
    tx,
  )
}
