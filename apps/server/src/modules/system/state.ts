import { formatInstant } from '@pianzhang/contract/calendar'
import {
  BACKUP_DAYS,
  JOB_LABELS,
  STREAM,
  type SystemBackup,
  type SystemJob,
  type SystemState,
} from '@pianzhang/contract/system'
import { sql } from 'kysely'
import { type Config, databaseName } from '../../platform/config.ts'
import type { Db } from '../../platform/database/database.ts'
import { hasCluster } from '../../platform/database/embedded-postgres.ts'
import { siteNotices } from '../../platform/pages/site.ts'
import type { Services } from '../../platform/services.ts'
import { storageName } from '../../platform/storage/config.ts'
import { VERSION } from '../../platform/version.ts'
import { diskOf, diskWarning } from './disk.ts'

const BACKUPS = 10
const SLOW = 20
const DAY_MS = 24 * 3600_000
const ONLINE_MS = 10 * 60_000

type Watched = Pick<Services, 'db' | 'config' | 'site' | 'readiness' | 'statements' | 'clock'>

/** What the operator must know of this server, its database and storage; nothing of what is stored in them. */
export async function systemState(services: Watched): Promise<SystemState> {
  const { db, config, statements } = services
  const results = await services.readiness.checkAll()
  const ready = (name: string) => results.every(({ part, ok }) => part.name !== name || ok)
  const [sizes, backups, jobs, people, disk] = await Promise.all([
    sizesOf(db),
    backupsOf(db),
    jobsOf(db),
    peopleOf(db, services.clock()),
    diskOf(config.dataDir),
  ])
  const state = {
    version: VERSION,
    uptime: Math.round(process.uptime()),
    database: {
      name: databaseName(config),
      ready: ready('database'),
      bytes: sizes.database,
      week_bytes: sizes.databaseGrowth,
    },
    storage: {
      name: storageName(config.dataDir, config.storage),
      ready: ready('storage'),
      files: sizes.files,
      bytes: sizes.storage,
      week_bytes: sizes.storageGrowth,
    },
    disk,
    backups,
    jobs,
    people,
    slow: statements.slowest().slice(0, SLOW),
  }
  const warnings = [
    ...(await warningsOf(db, state, services.clock())),
    ...unready(results),
    ...unusedDatabase(config),
    ...siteNotices(services.site),
  ]
  return { ...state, warnings }
}

const unready = (results: Awaited<ReturnType<Services['readiness']['check']>>) =>
  results.filter(({ ok }) => !ok).map(({ part }) => `${part.title}不可用，原因见服务器日志`)

/** Who moves to a PostgreSQL of their own by the settings alone finds an empty database, and their data in the embedded one. */
const unusedDatabase = ({ databaseUrl, dataDir }: Config): string[] =>
  databaseUrl && hasCluster(dataDir)
    ? [`数据目录 ${dataDir} 中另有一个内置数据库（postgres），没有使用；其中的数据已搬走后，请将它移到别处`]
    : []

/** What needs somebody, in Chinese. */
async function warningsOf(
  db: Db,
  { disk, jobs }: Pick<SystemState, 'disk' | 'jobs'>,
  now: Date,
): Promise<string[]> {
  const full = diskWarning(disk)
  return [
    ...(await backupWarnings(db, now)).map(({ text }) => text),
    ...(full ? [full] : []),
    ...jobs
      .filter(({ failures }) => failures > 0)
      .map(({ label, failures }) => `${label}：连续失败 ${failures} 次`),
  ]
}

/** What is wrong with the backups of rows and files, in Chinese. A database without a company has nothing to lose. */
export async function backupWarnings(db: Db, now: Date): Promise<{ key: string; text: string }[]> {
  const { rows } = await sql<{
    last: Date | null
    verified: string | null
    founded: Date | null
    failure: string | null
  }>`select b.started_at as last, b.verified, (select min(c.created_at) from companies c) as founded,
      (select n.failure from backups n where n.content = 'all' order by n.started_at desc, n.id desc limit 1) as failure
    from (select 1) one left join (select l.started_at, l.verified from backups l
      where l.content = 'all' and l.ended_at is not null and l.failure = '' and l.lacking = 0
        and (l.target <> ${STREAM} or l.verified_at is not null)
      order by l.started_at desc limit 1) b on true`.execute(db)
  const { last = null, verified, founded = null, failure } = rows[0] ?? {}
  const late = now.getTime() - BACKUP_DAYS * DAY_MS
  const found: { key: string; text: string }[] = []
  if (failure) found.push({ key: 'backup-failed', text: `最近一次备份失败：${failure}` })
  if (last === null && founded !== null && founded.getTime() < late)
    found.push({ key: 'backup-none', text: '尚无含文件的完整备份' })
  if (last !== null && last.getTime() < late)
    found.push({
      key: 'backup-late',
      text: `最近一次完整备份在 ${formatInstant(last).slice(0, 10)}，已超过 ${BACKUP_DAYS} 天`,
    })
  if (verified)
    found.push({ key: 'backup-damaged', text: `最近一次完整备份已损坏：${verified.split('\n')[0]}` })
  return found
}

async function backupsOf(db: Db): Promise<SystemBackup[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BACKUPS)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    content: row.content,
    target: row.target,
    started_at: formatInstant(row.started_at),
    state: !row.ended_at ? 'running' : row.failure ? 'failed' : row.lacking ? 'incomplete' : 'complete',
    failure: row.failure,
    rows: numberOr(row.row_count),
    files: numberOr(row.file_count),
    lacking: row.lacking,
    bytes: numberOr(row.byte_count),
    verified_at: row.verified_at && formatInstant(row.verified_at),
    verified: row.verified,
  }))
}

const numberOr = (value: bigint | null) => (value === null ? null : Number(value))

async function jobsOf(db: Db): Promise<SystemJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'ended_at', 'failures', 'failure'])
    .orderBy('name')
    .execute()
  return rows
    .filter(({ name }) => name in JOB_LABELS)
    .map(({ name, ended_at, failures, failure }) => ({
      name,
      label: JOB_LABELS[name] ?? name,
      ended_at: ended_at && formatInstant(ended_at),
      failures,
      failure,
    }))
}

async function peopleOf(db: Db, now: Date): Promise<SystemState['people']> {
  const since = new Date(now.getTime() - ONLINE_MS)
  const { rows } = await sql<{ code: string; name: string; company: string; seen: Date; devices: number }>`
    select u.code, u.name, c.name as company, max(s.seen_at) as seen, count(*)::int4 as devices
    from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
    where s.ended_at is null and s.seen_at > ${since} group by u.id, u.code, u.name, c.name order by seen desc limit 100`.execute(
    db,
  )
  return rows.map(({ seen, ...row }) => ({ ...row, seen_at: formatInstant(seen) }))
}

/** The present size of the database, and those that the job `sizes` noted. */
async function sizesOf(db: Db) {
  const { rows } = await sql<{
    now: string
    database: bigint | null
    files: bigint | null
    storage: bigint | null
    earlier_database: bigint | null
    earlier_storage: bigint | null
  }>`select pg_database_size(current_database())::text as now, l.database_bytes as database, l.file_count as files,
      l.file_bytes as storage, e.database_bytes as earlier_database, e.file_bytes as earlier_storage
    from (select 1) one
    left join (select * from sizes order by day desc limit 1) l on true
    left join lateral (select * from sizes s where s.day between l.day - 10 and l.day - 7 order by s.day desc limit 1) e on true`.execute(
    db,
  )
  const row = rows[0]
  const grown = (later: bigint | null | undefined, earlier: bigint | null | undefined) =>
    later == null || earlier == null ? null : Number(later - earlier)
  return {
    database: row ? Number(row.now) : null,
    databaseGrowth: grown(row?.database, row?.earlier_database),
    files: numberOr(row?.files ?? null),
    storage: numberOr(row?.storage ?? null),
    storageGrowth: grown(row?.storage, row?.earlier_storage),
  }
}
