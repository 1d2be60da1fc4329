import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { type AttachmentRow, filesOf } from './link.ts'
import { changeLinks } from './unlink.ts'

/** A record with the ids of its files, in their order. */
interface FilesOfRecord {
  id: bigint
  files: readonly bigint[]
}

type LinkTable = 'contract_attachments' | 'petty_cash_attachments' | 'payment_request_attachments'

/** The files of one kind of record, in a link table of their own. `owner`: the column of that table with the record's id. */
export function recordFiles(table: LinkTable, owner: string) {
  return {
    /** The files by the record's id, in their order. */
    of: (
      db: Db | Tx,
      projectId: bigint,
      ids: readonly bigint[],
    ): Promise<ReadonlyMap<bigint, AttachmentRow[]>> =>
      filesOf(
        db,
        projectId,
        sql`select l.${sql.ref(owner)} as owner, l.attachment_id, l.position from ${sql.table(table)} l
          where l.project_id = ${projectId} and l.${sql.ref(owner)} = any(${ids})`,
      ),

    /**
     * Links files to records that have none. `removed`: the ids from `remove` in the same transaction; files among them
     * that are left without any link are removed 7 days later.
     */
    async link(
      tx: Tx,
      projectId: bigint,
      records: readonly FilesOfRecord[],
      removed: readonly bigint[] = [],
    ): Promise<void> {
      const links = records.flatMap(({ id, files }) =>
        files.map((file, index) => ({ owner: String(id), file: String(file), position: index + 1 })),
      )
      // Most records have no file, so there is nothing to lock or to write.
      if (links.length === 0 && removed.length === 0) return
      const added = links.map(({ file }) => BigInt(file))
      await changeLinks(tx, projectId, { added, removed }, () =>
        sql`insert into ${sql.table(table)} (project_id, ${sql.ref(owner)}, attachment_id, position)
          select ${projectId}, n.owner, n.file, n.position
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(owner bigint, file bigint, position smallint)`.execute(
          tx,
        ),
      )
    },

    /** Unlinks all files of these records and returns the files' ids, for `link` or `markUnlinked`. */
    async remove(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<bigint[]> {
      const { rows } = await sql<{ attachment_id: bigint }>`
        delete from ${sql.table(table)} where project_id = ${projectId} and ${sql.ref(owner)} = ${anyOf(ids)}
        returning attachment_id`.execute(tx)
      return rows.map((row) => row.attachment_id)
    },
  }
}
