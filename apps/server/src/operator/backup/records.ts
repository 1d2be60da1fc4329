import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import { errorText } from '../../platform/system-errors.ts'
import { Refused } from './archive.ts'
import type { Closing } from './manifest.ts'
import { type Verified, verify } from './verify.ts'

const ALIVE_MS = 30_000
const NOW = sql<Date>`clock_timestamp()`

export interface Made {
  content: 'all' | 'rows'
  /** Where it is, for the operator: a path, or 标准输出. */
  target: string
  /** The file whose size is noted; undefined for a stream. */
  file?: string
}

/**
 * Runs a backup and notes in the table `backups` what became of it, for 系统状态 and for alerts. `run` gets the time by which the archive is
 * known. A row without `ended_at` belongs to a backup that runs, or was killed: then its `alive_at` is old.
 */
export async function recorded(
  db: Db,
  { content, target, file }: Made,
  run: (madeAt: Date) => Promise<Closing>,
): Promise<Closing> {
  const made_at = new Date()
  const { id } = await db
    .insertInto('backups')
    .values({ content, target, started_at: made_at, made_at, alive_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  const end = (facts: object) =>
    db
      .updateTable('backups')
      .set({ ...facts, ended_at: NOW })
      .where('id', '=', id)
      .execute()
  try {
    const closing = await alive(db, id, () => run(made_at))
    const byte_count = file === undefined ? null : BigInt((await stat(file)).size)
    await end({
      row_count: BigInt(closing.rows),
      file_count: BigInt(closing.files),
      lacking: closing.lacking,
      byte_count,
    })
    return closing
  } catch (error) {
    const failure = errorText(error, errorForLog(error).message)
    // The database may be what failed: the backup's own error is the one to report.
    await end({ failure: failure.slice(0, 500) }).catch(() => undefined)
    throw error
  }
}

/** Runs `work`, and renews `alive_at` of the backup meanwhile. */
async function alive<T>(db: Db, id: bigint, work: () => Promise<T>): Promise<T> {
  const renew = () => db.updateTable('backups').set({ alive_at: NOW }).where('id', '=', id).execute()
  // Ignored: while the database does not answer, nobody can ask whether the backup goes on.
  const renewal = setInterval(() => void renew().catch(() => undefined), ALIVE_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}

/** Reads back a backup of this database, and notes what is wrong with it. */
export async function readBack(db: Db, file: string): Promise<Verified> {
  try {
    const verified = await verify(file)
    await noteVerified(db, verified)
    return verified
  } catch (error) {
    // It ends early, so what it says of itself is not known.
    if (error instanceof Refused)
      await db
        .updateTable('backups')
        .set({ verified_at: NOW, verified: error.message })
        .where('target', '=', file)
        .execute()
    throw error
  }
}

/**
 * Copies a backup of this database off-site, and notes what became of the copy. `tidy` comes after it: a failure of it is noted, but the copy is
 * good.
 */
export async function recordedCopy(
  db: Db,
  file: string,
  copy: () => Promise<void>,
  tidy: () => Promise<void>,
): Promise<void> {
  const { id } = await db
    .selectFrom('backups')
    .select('id')
    .where('target', '=', file)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const note = (facts: object) => db.updateTable('backups').set(facts).where('id', '=', id).execute()
  await note({ copy_started_at: NOW, alive_at: NOW })
  try {
    await alive(db, id, copy)
    await note({ copied_at: NOW })
    await tidy()
  } catch (error) {
    await note({ copy_failure: errorForLog(error).message.slice(0, 500) })
    throw error
  }
}

/** Notes that a backup was read back. False if this database made no such backup. */
export async function noteVerified(db: Db, { manifest, wrong }: Verified): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ verified_at: NOW, verified: wrong.join('\n').slice(0, 500) })
    .where('made_at', '=', new Date(manifest.made_at))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Names of the backups in a folder that have all files and were not found damaged: first those that were verified, then the others, each newest first. */
export async function goodBackups(db: Db, folder: string): Promise<string[]> {
  const found = await db
    .selectFrom('backups')
    .select('target')
    .where('content', '=', 'all')
    .where('lacking', '=', 0)
    .where('verified', '=', '')
    .orderBy(sql`verified_at is null`)
    .orderBy('started_at', 'desc')
    .execute()
  return found.flatMap(({ target }) => (dirname(target) === folder ? basename(target) : []))
}
