import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { type AttachmentRow, filesOf } from '../attachments/link.ts'
import { changeLinks } from '../attachments/unlink.ts'

/** The scans of contracts by the contract's id, in their order. */
export const scansOf = (
  db: Db | Tx,
  projectId: bigint,
  contractIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, AttachmentRow[]>> =>
  filesOf(
    db,
    projectId,
    sql`select s.contract_id as owner, s.attachment_id, s.position from contract_attachments s
      where s.project_id = ${projectId} and s.contract_id = any(${contractIds})`,
  )

/** A scan is a PDF or a picture. */
export const SCANS = {
  kinds: ['pdf', 'png', 'jpg'],
  missing: '合同扫描件不存在，请重新上传',
  wrongKind: '合同扫描件须为 PDF 或图片',
}

/** Replaces the scans of a contract by these, in this order. Files that are left without any link are removed 7 days later. */
export async function replaceScans(
  tx: Tx,
  projectId: bigint,
  contractId: bigint,
  ids: readonly bigint[],
): Promise<void> {
  const removed = await removeScans(tx, projectId, [contractId])
  if (ids.length === 0 && removed.length === 0) return
  await changeLinks(tx, projectId, { added: ids, removed }, () =>
    sql`insert into contract_attachments (project_id, contract_id, attachment_id, position)
      select ${projectId}, ${contractId}, n.id, n.position
      from unnest(${ids.map(String)}::bigint[]) with ordinality n(id, position)`.execute(tx),
  )
}

/** Unlinks all scans of these contracts and returns the files' ids, for `markUnlinked` in the same transaction. */
export async function removeScans(
  tx: Tx,
  projectId: bigint,
  contractIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await tx
    .deleteFrom('contract_attachments')
    .where('project_id', '=', projectId)
    .where('contract_id', '=', anyOf(contractIds))
    .returning('attachment_id')
    .execute()
  return rows.map((row) => row.attachment_id)
}
