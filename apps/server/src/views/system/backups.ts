import { dirname } from 'node:path'
import { formatInstant } from '@pianzhang/contract/calendar'
import { BACKUP_DAYS, STREAM, type SystemBackup, type SystemState } from '@pianzhang/contract/system'
import { BACKUP_CALL } from '../../platform/admin-call.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/database.ts'

/**
 * Results of checks by the check's name, under which alerts remember what was sent: in Chinese what the operator has to do, or null if all is well. A check that
 * could not be made is absent.
 */
export type Look = Record<string, string | null>

const SHOWN = 10
const DAY_MS = 24 * 3600_000
/** A running backup writes `alive_at` every 30 s; one that did not for ten times as long was killed. */
const SILENT_MS = 5 * 60_000
const AGAIN = `重新备份：${BACKUP_CALL}`

type Offsite = Pick<Config, 'backupRepository'>

/** Backups of rows and files, and their copies. A database without a company has nothing to lose. */
export async function lookAtBackups(db: Db, { backupRepository }: Offsite, now: Date): Promise<Look> {
  const [{ founded }, newest, last, tried, copied] = await Promise.all([
    db
      .selectFrom('companies')
      .select((all) => all.fn.min<Date | null>('created_at').as('founded'))
      .executeTakeFirstOrThrow(),
    backups(db).executeTakeFirst(),
    lastComplete(db),
    backups(db).where('copy_started_at', 'is not', null).executeTakeFirst(),
    lastCopied(db),
  ])
  const late = now.getTime() - BACKUP_DAYS * DAY_MS
  const isLate = (row: { started_at: Date } | undefined) => !!row && row.started_at.getTime() < late
  const failure = newest?.failure || (newest && isInterrupted(newest, now) && '被中断，没有完成')
  const found: Look = {
    'backup-failed': failure ? `最近一次备份失败：${failure}。${AGAIN}` : null,
    'backup-none':
      !last && founded && founded.getTime() < late ? `尚无含文件的完整备份。立即备份：${BACKUP_CALL}` : null,
    'backup-late': isLate(last)
      ? `最近一次完整备份在 ${dayOf(last?.started_at)}，已超过 ${BACKUP_DAYS} 天。${AGAIN}`
      : null,
    'backup-damaged': last?.verified
      ? `最近一次完整备份已损坏：${last.verified.split('\n')[0]}。检查磁盘，${AGAIN}`
      : null,
  }
  if (backupRepository === null) return found
  const copyFailure = tried?.copy_failure || (tried && isCopyInterrupted(tried, now) && '被中断，没有完成')
  return {
    ...found,
    'offsite-failed': copyFailure ? `最近一次异地备份失败：${copyFailure}。${AGAIN}` : null,
    'offsite-none': !copied && founded ? `还没有异地备份。立即备份：${BACKUP_CALL}` : null,
    'offsite-late': isLate(copied)
      ? `最近一次异地备份在 ${dayOf(copied?.started_at)}，已超过 ${BACKUP_DAYS} 天。${AGAIN}`
      : null,
  }
}

const dayOf = (at: Date | undefined) => at && formatInstant(at).slice(0, 10)

/** Backups of rows and files, the newest first. */
const backups = (db: Db) =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('content', '=', 'all')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** A backup that another program keeps counts when it was read back from there. */
const lastComplete = (db: Db) =>
  backups(db)
    .where('ended_at', 'is not', null)
    .where('failure', '=', '')
    .where('lacking', '=', 0)
    .where((all) => all.or([all('target', '<>', STREAM), all('verified_at', 'is not', null)]))
    .executeTakeFirst()

const lastCopied = (db: Db) =>
  backups(db).where('copied_at', 'is not', null).where('lacking', '=', 0).executeTakeFirst()

/** When the last complete backup was made of which there is an off-site copy. */
export async function offsiteOf(db: Db, { backupRepository }: Offsite): Promise<SystemState['offsite']> {
  const copied = await lastCopied(db)
  return { configured: backupRepository !== null, last: copied ? formatInstant(copied.started_at) : null }
}

/** Whether a backup of the last days is kept elsewhere: by another server, or by a program that read a stream. */
export async function isKeptElsewhere(db: Db, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - BACKUP_DAYS * DAY_MS)
  const found = await backups(db)
    .where('started_at', '>', since)
    .where((all) =>
      all.or([
        all('copied_at', 'is not', null),
        all.and([all('target', '=', STREAM), all('verified_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

interface Alive {
  started_at: Date
  ended_at: Date | null
  alive_at: Date | null
}

const isSilent = ({ alive_at, started_at }: Alive, now: Date) =>
  now.getTime() - (alive_at ?? started_at).getTime() > SILENT_MS

const isInterrupted = (row: Alive, now: Date) => row.ended_at === null && isSilent(row, now)

const isCopyInterrupted = (row: Alive & { copied_at: Date | null; copy_failure: string }, now: Date) =>
  row.copied_at === null && row.copy_failure === '' && isSilent(row, now)

/** The last backups, also those without files. */
export async function backupsOf(db: Db, now: Date): Promise<SystemBackup[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => {
    const failure = isInterrupted(row, now) ? '被中断' : row.failure
    const copyFailure = row.copy_started_at && isCopyInterrupted(row, now) ? '被中断' : row.copy_failure
    return {
      id: String(row.id),
      content: row.content,
      target: row.target,
      started_at: formatInstant(row.started_at),
      state: failure ? 'failed' : !row.ended_at ? 'running' : row.lacking ? 'incomplete' : 'complete',
      failure,
      rows: numberOr(row.row_count),
      files: numberOr(row.file_count),
      lacking: row.lacking,
      bytes: numberOr(row.byte_count),
      verified_at: row.verified_at && formatInstant(row.verified_at),
      verified: row.verified,
      copied_at: row.copied_at && formatInstant(row.copied_at),
      copy_failure: copyFailure,
    }
  })
}

/** The folders of the last backups, on whichever server they are. */
export const foldersOf = (rows: readonly { target: string }[]): string[] => [
  ...new Set(rows.flatMap(({ target }) => (target.startsWith('/') ? [dirname(target)] : []))),
]

export const numberOr = (value: bigint | null) => (value === null ? null : Number(value))
