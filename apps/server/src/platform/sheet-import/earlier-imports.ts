import type { ImportNotice } from '@pianzhang/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { minuteOf } from '../files/export-file.ts'
import type { JobContext } from '../files/file-jobs.ts'
import { userNames } from '../lists/user-names.ts'
import type { SheetFile } from './file.ts'
import type { LedgerSheet } from './ledger.ts'

type Ledger = Pick<LedgerSheet<string, unknown>, 'resource' | 'table' | 'unit'>

/** A notice if the same bytes were imported into this ledger of the project before, by the last such import. */
export const importedBefore = (db: Db, ledger: Ledger, context: JobContext, file: SheetFile) =>
  lastImport(db, ledger, context, file, sql`true`)

/** A notice if the same bytes were imported by another import since this file was uploaded: the check of this one may have been too early to find it. */
export const importedMeanwhile = (db: Db, ledger: Ledger, context: JobContext, file: SheetFile) =>
  lastImport(db, ledger, context, file, sql`i.attachment_id <> f.id and i.created_at >= f.created_at`)

/** Takes an advisory lock until the commit, so that imports of the same bytes run one after the other and `importedMeanwhile` of the second finds the first. */
export const lockContent = (projectId: bigint, resource: string, file: SheetFile) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'import', ${projectId}::int8, ${resource}::text, f.sha256), 0))
    from attachments f where f.project_id = ${projectId} and f.id = ${file.id}`

async function lastImport(
  db: Db,
  { resource, table, unit }: Ledger,
  context: JobContext,
  file: SheetFile,
  condition: RawBuilder<unknown>,
): Promise<ImportNotice[]> {
  const { id: projectId } = context.project
  const { rows } = await sql<{
    id: bigint
    code: string
    total: number
    creator_id: bigint
    created_at: Date
  }>`
    select i.id, i.code, i.total, i.creator_id, i.created_at from imports i
    join attachments a on a.project_id = ${projectId} and a.id = i.attachment_id
    join attachments f on f.project_id = ${projectId} and f.id = ${file.id} and f.sha256 = a.sha256
    where i.project_id = ${projectId} and i.resource = ${resource} and ${condition}
    order by i.id desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return []
  const names = await userNames(db, context, [last.creator_id])
  const when = `该文件已于 ${minuteOf(last.created_at)} 由 ${names.get(last.creator_id) ?? ''} 导入`
  const rowsText = `${last.total.toLocaleString('en-US')} 行`
  if (table === null) return [{ text: `${when}（${rowsText}）`, show: null }]
  const left = await sql<{ count: number }>`select count(*)::int4 as count from ${sql.table(table)} r
    where r.project_id = ${projectId} and r.import_id = ${last.id}`.execute(db)
  const count = left.rows[0]?.count ?? 0
  const rest = count > 0 ? `现有 ${count.toLocaleString('en-US')} ${unit}` : '其记录已全部删除'
  return [{ text: `${when}（${rowsText}，${rest}）`, show: count > 0 ? { import_code: last.code } : null }]
}
