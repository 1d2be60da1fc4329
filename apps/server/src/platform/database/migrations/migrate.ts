import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { KEEP_ALIVE } from '../connections/limits.ts'
import { onOwnConnection } from '../own-connection.ts'
import { applyToSpread } from '../spread/apply.ts'
import { isSpread } from '../spread/distribute.ts'

/** Where the migrations are; tests add some that a later version would have. */
export const MIGRATIONS = { folder: fileURLToPath(new URL('../../../../migrations/', import.meta.url)) }
/** Key of the advisory lock (any constant): concurrent starts and restores migrate one after the other. */
const LOCK = 7_390_115
/**
 * How long a statement of a migration waits for a lock. Later requests for that lock, even of readers, queue behind it, so it gives up before
 * the pages of other servers do (10 s).
 */
const LOCK_MS = 3_000
/** Pause between two attempts, doubled from the first value up to the second: meanwhile the statements that queued behind the migration run. */
const PAUSE_MS = [500, 10_000] as const
/** The schema of the first release. */
const FIRST = '0001_schema.sql'

/** SQLSTATEs lock_not_available (`lock_timeout` ran out) and deadlock_detected: PostgreSQL rolled the migration back, so it can be repeated. */
const CONTENDED = ['55P03', '40P01']

/** First line of a migration beside which older programs can work: the number of the oldest migration that they must know. */
const COMPATIBLE = /^-- Compatible from (\d{4})\.\n/

interface Migration {
  name: string
  sql: string
  checksum: string
  compatibleFrom: string | null
}

/** What to do if a newer version has migrated the database: `serve` goes on if its migrations say that this build is compatible; `refuse` throws. */
export type Newer = 'serve' | 'refuse'

/**
 * Runs the pending migrations in the order of their names, each in one transaction. A file must not change once it ran anywhere: its checksum is
 * compared. Returns how many files ran. `first`: only the first so many files, for data of an older version. Throws a `ConfigError` if the
 * database is newer than this build, unless `newer` is `serve` and the newer migrations allow this build to go on. In a
 * spread database new project tables are distributed (`spread/apply.ts`).
 */
export async function migrate(url: string, first?: number, newer: Newer = 'refuse'): Promise<number> {
  return await onOwnConnection({ connectionString: url, ...KEEP_ALIVE }, async (client) => {
    const files = await readMigrations(first)
    for (let done = 0; ; done += 1) if (!(await runNext(client, files, newer, done))) return done
  })
}

/** A migration failed and was rolled back; `cause` is the error of the database. */
export class MigrationFailed extends Error {
  readonly file: string

  constructor(file: string, cause: unknown) {
    super(`the migration ${file} failed`, { cause })
    this.file = file
  }
}

/**
 * Runs the first pending migration after `done` others and says so, as it may take long, unless the database is new; returns false if there is none.
 * The locks belong to its transaction, not to the session, as a pooler may run the next statement in another session. Throws `MigrationFailed`.
 */
async function runNext(
  client: pg.Client,
  files: readonly Migration[],
  newer: Newer,
  done: number,
): Promise<boolean> {
  let announced = false
  for (let pause: number = PAUSE_MS[0]; ; pause = Math.min(2 * pause, PAUSE_MS[1])) {
    await client.query('begin')
    let next: Migration | undefined
    try {
      await lockMigrations(client)
      await ensureTable(client)
      const pending = await pendingMigrations(client, files, newer)
      next = pending[0]
      if (next) {
        const all = done + pending.length
        if (!announced && all < files.length)
          console.log(`正在升级数据库：${next.name}（${done + 1}/${all}）`)
        announced = true
        await client.query(`set local lock_timeout = ${LOCK_MS}`)
        await apply(client, next)
      }
      await client.query('commit')
      return next !== undefined
    } catch (error) {
      // On a lost connection it fails as well.
      await client.query('rollback').catch(() => undefined)
      const contended = error instanceof pg.DatabaseError && CONTENDED.includes(error.code ?? '')
      if (!next) throw error
      if (!contended) throw new MigrationFailed(next.name, error)
      console.log(`数据库升级 ${next.name} 在等待正在进行的读写，稍后自动重试。`)
      await sleep(pause)
    }
  }
}

/** As `migrate`, in the caller's transaction and in the first schema of its `search_path`. */
export async function migrateInside(client: pg.ClientBase, first?: number): Promise<void> {
  const files = await readMigrations(first)
  await ensureTable(client)
  for (const migration of await pendingMigrations(client, files, 'refuse')) await apply(client, migration)
}

/**
 * The names of the migrations that a database lacks, without running them; null if it has none of our tables. Throws a `ConfigError` as `migrate`
 * does if it is newer than this build.
 */
export async function missingMigrations(url: string, newer: Newer): Promise<string[] | null> {
  return await onOwnConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(
      `select to_regclass('migrations') is not null as ours`,
    )
    if (!rows[0]?.ours) return null
    return (await pendingMigrations(client, await readMigrations(), newer)).map(({ name }) => name)
  })
}

const ensureTable = (client: pg.ClientBase) =>
  client.query(
    `create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now(),
      compatible_from text)`,
  )

/** Locks migrations until the end of the caller's transaction; a starting server waits. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

/**
 * The first of these names of migrations if it is one of before the first release, whose schema was made by other migrations, none of which is here;
 * else undefined.
 */
export function unreleased([first]: readonly string[]): string | undefined {
  return first !== undefined && first < FIRST ? first : undefined
}

/** Names of all migrations of this version, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS.folder)).filter((name) => name.endsWith('.sql')).sort()

/** `first`: only so many. */
async function readMigrations(first?: number): Promise<Migration[]> {
  const names = (await migrationNames()).slice(0, first)
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(MIGRATIONS.folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, compatibleFrom: COMPATIBLE.exec(sql)?.[1] ?? null }
    }),
  )
}

interface Done {
  name: string
  checksum: string
  compatible_from: string | null
}

/** The migrations that have not run, in their order. Throws a `ConfigError` as `migrate`. */
async function pendingMigrations(
  client: pg.ClientBase,
  files: readonly Migration[],
  newer: Newer,
): Promise<Migration[]> {
  const { rows: names } = await client.query<{ name: string }>('select name from migrations order by name')
  const before = unreleased(names.map(({ name }) => name))
  if (before)
    throw new ConfigError(
      `数据库由首个发布版本之前的程序创建（${before}），本程序不能升级它，没有改动任何数据。请继续使用原来的程序，或用空的数据库重新开始`,
    )
  const { rows } = await client.query<Done>(
    'select name, checksum, compatible_from from migrations order by name',
  )
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  const pending = files.filter(({ name, checksum }) => {
    const ran = done.get(name)
    if (ran !== undefined && ran !== checksum)
      throw new ConfigError(`迁移文件 ${name} 与数据库中已执行的内容不一致。`)
    return ran === undefined
  })
  const ours = await migrationNames()
  const unknown = rows.filter(({ name }) => !ours.includes(name))
  const [first] = unknown
  if (first && (newer === 'refuse' || pending.length > 0 || !unknown.every(allows(ours))))
    throw new ConfigError(`数据库由更新的版本创建（${first.name}），请使用新版本程序。`)
  return pending
}

/** Whether a newer migration allows a program with these migrations to work beside it. */
const allows =
  (ours: readonly string[]) =>
  ({ compatible_from }: Done): boolean =>
    compatible_from !== null && ours.some((name) => name.startsWith(compatible_from))

async function apply(
  client: pg.ClientBase,
  { name, sql, checksum, compatibleFrom }: Migration,
): Promise<void> {
  if (await isSpread(client)) await applyToSpread(client, sql)
  else await client.query(sql)
  await client.query('insert into migrations (name, checksum, compatible_from) values ($1, $2, $3)', [
    name,
    checksum,
    compatibleFrom,
  ])
}
