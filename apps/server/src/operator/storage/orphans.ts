import { INCOMING, INCOMING_AGE_MS } from '../../base/attachments/upload/incoming.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import { type Comparing, compareFiles } from './compare.ts'

/**
 * Removes stored files that no row names: left by uploads whose server was killed, or sent by browsers to the storage and never confirmed.
 * Only in folders of this database's projects, so that another installation in the same bucket loses no files. Several servers may do this
 * at once. Returns the number of removed files. Ends at its next step when `signal` aborts.
 */
export async function collectOrphans(services: Comparing, signal?: AbortSignal): Promise<number> {
  let removed = await collectIncoming(services, signal)
  for await (const { orphans } of compareFiles(services, signal))
    for (const { key } of orphans) {
      if (signal?.aborted) return removed
      removed += await remove(services, key)
    }
  return removed
}

async function collectIncoming(services: Comparing, signal?: AbortSignal): Promise<number> {
  const before = services.clock().getTime() - INCOMING_AGE_MS
  let removed = 0
  for await (const { key, modifiedAt } of services.storage.list(INCOMING)) {
    if (signal?.aborted) break
    if (modifiedAt.getTime() < before) removed += await remove(services, key)
  }
  return removed
}

/** The number of removed files: 0 after an error, which is logged; the next run tries again. */
async function remove({ storage }: Comparing, key: string): Promise<number> {
  try {
    await storage.remove(key)
    return 1
  } catch (error) {
    console.error('a file without a row could not be removed:', key, errorForLog(error))
    return 0
  }
}
