import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { applyToSpread } from './spread/apply.ts'
import { isSpread } from './spread/distribute.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** Key of the advisory lock (any constant): concurrent starts and restores migrate one after the other. */
const LOCK = 7_390_115

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Runs the pending migrations in the order of their names, each in one transaction. A file must not change once it ran anywhere: its checksum is
 * compared. Returns how many files ran. Throws if the database is newer than this build. `first`: only the first so many files, for data of an
 * older version. In a spread database new project tables are distributed (`spread/apply.ts`).
 */
export async function migrate(url: string, first?: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const pending = await pendingMigrations(client, first)
    for (const migration of pending) {
      await client.query('begin')
      try {
        await apply(client, migration)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
    return pending.length
  } finally {
    await client.end()
  }
}

/** As `migrate`, in the caller's transaction and in the first schema of its `search_path`. */
export async function migrateInside(client: pg.ClientBase, first?: number): Promise<void> {
  for (const migration of await pendingMigrations(client, first)) await apply(client, migration)
}

/** Locks migrations until the end of the caller's transaction; a starting server waits. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

/** Names of all migrations of this version, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

async function pendingMigrations(client: pg.ClientBase, first?: number): Promise<Migration[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
  )
  const done = new Map(
    (
      await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    ).rows.map((row) => [row.name, row.checksum]),
  )
  const files = await migrationNames()
  const unknown = [...done.keys()].find((name) => !files.includes(name))
  if (unknown) throw new ConfigError(`数据库由更新的版本创建（${unknown}），请使用新版本程序。`)
  const pending: Migration[] = []
  for (const name of files.slice(0, first)) {
    const sql = await readFile(FOLDER + name, 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = done.get(name)
    if (before === checksum) continue
    if (before !== undefined) throw new ConfigError(`迁移文件 ${name} 与数据库中已执行的内容不一致。`)
    pending.push({ name, sql, checksum })
  }
  return pending
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  if (await isSpread(client)) await applyToSpread(client, sql)
  else await client.query(sql)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
