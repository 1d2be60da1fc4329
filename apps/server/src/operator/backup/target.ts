import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import {
  lockMigrations,
  migrateInside,
  migrationNames,
  unreleased,
} from '../../platform/database/migrations/migrate.ts'
import { isSpread } from '../../platform/database/spread/distribute.ts'
import { Refused } from './archive.ts'
import { ALL_TABLES, LEFT_OUT, listTables, type Manifest, quoted, tablesOf } from './manifest.ts'

const EMPTY_ONLY = '只能恢复到空的数据库'
const SPREAD = '数据库的数据已分布，只能恢复到未分布的数据库；恢复后可重新分布（docs/运维/多台服务器.md）'

/** Distinguishes this advisory lock from others; any number. */
const RESTORING = 716_025n

/**
 * Locks out other restores until the connection ends: two restores would store the same files, and the one that fails would remove files that
 * the other's rows name. A session lock, as no transaction may last as long as the files take. Throws in Chinese.
 */
export async function lockRestores(client: pg.ClientBase): Promise<void> {
  await client.query('set idle_session_timeout = 0')
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    RESTORING,
  ])
  if (!rows[0]?.locked) throw new Error('另一个恢复正在此数据库中进行，请等它结束后再试')
}

/**
 * Refuses what `beginRestore` would refuse, before a file is written: files take hours, and no transaction may wait for them. Changes nothing.
 * Throws in Chinese.
 */
export async function expectEmpty(client: pg.ClientBase): Promise<void> {
  if (await isSpread(client)) throw new Refused(SPREAD)
  await refuseForeignTables(client)
  await refuseRows(client)
}

/**
 * Begins the transaction of a restore; returns its id. Throws in Chinese unless `public` has no tables, or only this product's tables, of any
 * version, without rows. Rows of `captchas` and `attempts`, which a running server leaves, are ignored.
 */
export async function beginRestore(client: pg.ClientBase): Promise<string> {
  await client.query('begin')
  // A server that starts meanwhile waits for this lock.
  await lockMigrations(client)
  if (await isSpread(client)) throw new Refused(SPREAD)
  await refuseForeignTables(client)
  await migrateInside(client)
  // A running server or command waits as well, as every write refers to a company.
  await client.query('lock table companies in access exclusive mode')
  await refuseRows(client)
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return rows[0]?.id ?? ''
}

/** A table counts as ours by its name only if the table `migrations` exists as well. */
async function refuseForeignTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition
       and not (c.relname = any ($1) and to_regclass('public.migrations') is not null)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [ALL_TABLES],
  )
  if (rows.length === 0) return
  const names = rows.slice(0, 5).map(({ name }) => name)
  const more = rows.length > names.length ? `等 ${rows.length} 个` : ''
  throw new Refused(
    `数据库中有不属于片账的数据表（${names.join('、')}${more}），${EMPTY_ONLY}；这些表没有被改动`,
  )
}

async function refuseRows(client: pg.ClientBase): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(({ name }) => `select '${name}' as name where exists (select from public.${quoted(name)})`)
      .join(' union all '),
  )
  const filled = rows.map(({ name }) => name)
  if (filled.includes('companies')) throw new Refused(`数据库中已有公司，${EMPTY_ONLY}`)
  if (filled.length > 0) throw new Refused(`数据库的表 ${filled.join('、')} 中已有数据，${EMPTY_ONLY}`)
}

/** The schema that the rows of a backup are copied to. */
export interface Loading {
  schema: string
  /** Call when all rows are copied: moves them into the tables of `public`. */
  finish(): Promise<void>
}

/** Throws in Chinese if a newer version made the backup, or a program of before the first release. */
export async function refuseForeign({ migrations }: Manifest): Promise<void> {
  const before = unreleased(migrations)
  if (before) throw new Refused(`备份由首个发布版本之前的程序创建（${before}），只能用原来的程序恢复`)
  const ours = await migrationNames()
  const unknown = migrations.find((name, index) => ours[index] !== name)
  if (!unknown) return
  throw new Refused(`备份由更新的版本创建（${unknown}），本程序最新为 ${ours.at(-1)}，请使用新版本程序`)
}

/**
 * Prepares tables of the version that made the backup: the tables of `public`, or for an older version tables in a temporary schema, which
 * `finish` migrates and copies over. So `public` is never dropped and migrated again.
 */
export async function openLoading(client: pg.ClientBase, { migrations, tables }: Manifest): Promise<Loading> {
  if (migrations.length === (await migrationNames()).length) {
    expectTables(tables, await listTables(client))
    return { schema: 'public', finish: async () => undefined }
  }
  const schema = `pianzhang_restore_${randomBytes(6).toString('hex')}`
  const { rows } = await client.query<{ path: string }>(`select current_setting('search_path') as path`)
  const setPath = (path: string) => client.query(`select set_config('search_path', $1, true)`, [path])
  const path = rows[0]?.path ?? ''
  await client.query(`create schema ${schema}`)
  await setPath(`${schema}, ${path}`)
  await migrateInside(client, migrations.length)
  expectTables(tables, await tablesOf(client, schema, null))
  return {
    schema,
    finish: async () => {
      // Pending deferred constraint checks would make ALTER TABLE and DROP SCHEMA fail.
      await client.query('set constraints all immediate')
      await migrateInside(client)
      await setPath(path)
      for (const { name, columns } of await listTables(client)) {
        const list = columns.map(quoted).join(', ')
        await client.query(
          `insert into public.${quoted(name)} (${list}) overriding system value select ${list} from ${schema}.${quoted(name)}`,
        )
      }
      await client.query('set constraints all immediate')
      await client.query(`drop schema ${schema} cascade`)
    },
  }
}

/** What this version leaves out, a backup by an older program may hold; it is not loaded. */
function expectTables(wanted: Manifest['tables'], known: Manifest['tables']): void {
  const fits = wanted.every(({ name, columns }) => {
    if (LEFT_OUT.includes(name)) return true
    const table = known.find((one) => one.name === name)
    return table && columns.every((column) => table.columns.includes(column))
  })
  if (!fits) throw new Refused('备份与本版本的数据表不一致')
}
