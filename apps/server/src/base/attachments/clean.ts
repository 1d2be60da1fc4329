import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { Services } from '../../platform/services.ts'
import { StorageDown } from '../../platform/storage/remote.ts'
import { thumbKey } from './link.ts'
import { withoutLinks } from './unlink.ts'

/** The table of imports. An imported spreadsheet loses its file but keeps its row, so that it cannot be imported again. */
export const ROW_ONLY = 'imports'

const BATCH = 200
/** Key of the advisory lock (any constant), with which only one of several servers cleans at a time. */
const LOCK = 7_390_116

/**
 * Removes attachments that have had no link for 7 days by the database's clock, one project after the other; returns how many. Rows are
 * deleted before files, so a crash can leave a file without a row, but no row without its file. Ends between two projects when `signal` aborts.
 */
export async function cleanAttachments(services: Services, signal?: AbortSignal): Promise<number> {
  let cleaned = 0
  const projects = await services.db
    .selectFrom('projects')
    .select('id')
    .where('purged_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of projects) {
    if (signal?.aborted) break
    try {
      cleaned += await cleanProject(services, id)
    } catch (error) {
      console.error('cleaning the attachments of a project failed:', id, errorForLog(error))
    }
  }
  return cleaned
}

async function cleanProject(services: Services, projectId: bigint): Promise<number> {
  let cleaned = 0
  for (;;) {
    const keys = await cleanBatch(services, projectId)
    cleaned += keys.length
    for (const key of keys) {
      try {
        await services.storage.remove(key)
        await services.storage.remove(thumbKey(key))
      } catch (error) {
        // The clean-up of files without a row removes the file later.
        console.error('a file without a row could not be removed:', key, errorForLog(error))
        // Leaves the remaining files to it, too: while the storage is down, each removal would be tried for half a minute.
        if (error instanceof StorageDown) return cleaned
      }
    }
    if (keys.length < BATCH) return cleaned
  }
}

/** Files that have had no link for 7 days, from an index that contains files without links only. */
export const oldFiles = (projectId: bigint) => sql<{ id: bigint }>`
  select a.id from attachments a where a.project_id = ${projectId}
    and a.unlinked_at < now() - interval '7 days' and a.storage_key <> '' and ${withoutLinks(projectId)}
  limit ${BATCH} for update skip locked`

async function cleanBatch({ db }: Services, projectId: bigint): Promise<string[]> {
  const unlinked = withoutLinks(projectId)
  const imported = sql`exists (select 1 from ${sql.table(ROW_ONLY)} i where i.project_id = ${projectId} and i.attachment_id = a.id)`
  return await inTransaction(db, async (tx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
    if (!lock.rows[0]?.mine) return []
    // The row locks keep these files from being linked: a new link's foreign key check waits for this transaction, then fails.
    const { rows: old } = await oldFiles(projectId).execute(tx)
    if (old.length === 0) return []
    const locked = sql`a.project_id = ${projectId} and a.id = any(${old.map((row) => row.id)})`
    // Links are checked again under the lock: a file may have been linked after the snapshot of the search.
    const emptied = await sql<{ key: string }>`with target as (
        select a.id, a.storage_key from attachments a where ${locked} and ${unlinked} and ${imported})
      update attachments a set storage_key = '', has_thumb = false from target c
      where a.project_id = ${projectId} and a.id = c.id returning c.storage_key as key`.execute(tx)
    const removed = await sql<{ key: string }>`delete from attachments a
      where ${locked} and ${unlinked} and not ${imported} returning a.storage_key as key`.execute(tx)
    return [...emptied.rows, ...removed.rows].map((row) => row.key)
  })
}
