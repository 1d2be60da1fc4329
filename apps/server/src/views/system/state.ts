import { readFileSync } from 'node:fs'
import { formatInstant } from '@pianzhang/contract/calendar'
import { JOB_LABELS, type SystemJob, type SystemState } from '@pianzhang/contract/system'
import { sql } from 'kysely'
import { type Config, databaseName } from '../../platform/config.ts'
import type { Db } from '../../platform/database/database.ts'
import { hasCluster } from '../../platform/database/embedded-postgres.ts'
import { siteNotices } from '../../platform/pages/site.ts'
import type { Services } from '../../platform/services.ts'
import { storageName } from '../../platform/storage/config.ts'
import { backupsOf, foldersOf, isKeptElsewhere, lookAtBackups, numberOr, offsiteOf } from './backups.ts'
import { backupDiskOf, backupDiskWarning, diskOf, diskWarning } from './disk.ts'

/** The product's version, of the root's package.json, which a release carries. */
const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
).version

const SLOW = 20
const ONLINE_MS = 10 * 60_000

type Watched = Pick<Services, 'db' | 'config' | 'site' | 'readiness' | 'statements' | 'clock'>

/** What the operator must know of this server, its database and storage; nothing of what is stored in them. */
export async function systemState(services: Watched): Promise<SystemState> {
  const { db, config, statements } = services
  const now = services.clock()
  const results = await services.readiness.checkAll()
  const ready = (name: string) => results.every(({ part, ok }) => part.name !== name || ok)
  const [sizes, backups, jobs, people, disk] = await Promise.all([
    sizesOf(db),
    backupsOf(db, now),
    jobsOf(db),
    peopleOf(db, now),
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
    backup_disk: await backupDiskOf(config.dataDir, foldersOf(backups)),
    backups,
    offsite: await offsiteOf(db, config),
    jobs,
    people,
    slow: statements.slowest().slice(0, SLOW),
  }
  const warnings = [
    ...(await warningsOf(services, state, now)),
    ...unready(results),
    ...unusedDatabase(config),
    ...siteNotices(services.site),
  ]
  return { ...state, warnings, notes: await notesOf(services, now) }
}

const unready = (results: Awaited<ReturnType<Services['readiness']['check']>>) =>
  results
    .filter(({ ok }) => !ok)
    .map(({ part }) => `${part.title}不可用，原因见服务器日志（journalctl -u pianzhang）`)

/** Who moves to a PostgreSQL of their own by the settings alone finds an empty database, and their data in the embedded one. */
const unusedDatabase = ({ databaseUrl, dataDir }: Config): string[] =>
  databaseUrl && hasCluster(dataDir)
    ? [`数据目录 ${dataDir} 中另有一个内置数据库（postgres），没有使用；其中的数据已搬走后，请将它移到别处`]
    : []

/** What needs somebody, in Chinese. */
async function warningsOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { disk, backup_disk, jobs }: Pick<SystemState, 'disk' | 'backup_disk' | 'jobs'>,
  now: Date,
): Promise<string[]> {
  const found = [
    ...Object.values(await lookAtBackups(db, config, now)),
    diskWarning(disk),
    backupDiskWarning(backup_disk),
  ]
  return [
    ...found.filter((text) => text !== null),
    ...jobs
      .filter(({ failures }) => failures > 0)
      .map(({ label, failures }) => `${label}：连续失败 ${failures} 次，原因和“重试”见系统状态页`),
  ]
}

/** What is unwise for a server that people rely on, in Chinese. */
async function notesOf({ db, config }: Pick<Services, 'db' | 'config'>, now: Date): Promise<string[]> {
  const { production, captchaFixed, alerts, backupRepository } = config
  const elsewhere = backupRepository !== null || (await isKeptElsewhere(db, now))
  return [
    ...(production ? [] : ['NODE_ENV 不是 production：有示例资料和不收钱的沙箱收银台，只用于试用']),
    ...(captchaFixed ? ['CAPTCHA_FIXED 已设置：验证码是固定的，也不按地址限制登录，只用于测试'] : []),
    ...(alerts.webhook || alerts.mail
      ? []
      : ['没有设置提醒（ALERT_WEBHOOK，或 ALERT_MAIL_TO 和 SMTP_URL），出了问题不会通知您']),
    ...(elsewhere ? [] : ['没有异地备份（BACKUP_RESTIC_REPOSITORY），这台机器坏了，备份也会丢失']),
  ]
}

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
