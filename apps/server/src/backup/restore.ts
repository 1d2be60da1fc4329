import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import tar from 'tar-stream'
import { migrate, migrationNames } from '../platform/migrate.ts'
import type { Storage } from '../platform/storage/storage.ts'
import {
  CLOSING,
  type Closing,
  closing,
  FILES,
  listTables,
  MANIFEST,
  type Manifest,
  manifest,
  quoted,
  TABLES,
} from './manifest.ts'

const BROKEN = '备份文件不完整或已损坏，未恢复任何数据'

/**
 * Puts a backup into an empty database and storage, in one transaction: whole or not at all. A backup of an older version is loaded
 * into the tables of that version and then migrated. Throws an Error in Chinese.
 */
export async function restore(databaseUrl: string, storage: Storage, file: string): Promise<Closing> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pianzhang-restore' })
  await client.connect()
  const stored: string[] = []
  try {
    await expectEmpty(client)
    const read = await load(client, databaseUrl, storage, file, stored)
    await client.query('commit')
    return read
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of stored) await storage.remove(key)
    throw error
  } finally {
    await client.end()
    await migrate(databaseUrl)
  }
}

async function expectEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int4 as n from companies')
  if (rows[0]?.n !== 0) throw new Error('数据库中已有公司，只能恢复到空的数据库')
}

async function load(
  client: pg.Client,
  databaseUrl: string,
  storage: Storage,
  file: string,
  stored: string[],
): Promise<Closing> {
  const extract = tar.extract()
  const source = pipeline(createReadStream(file), createGunzip(), extract as never)
  // Told through the entries, too, but an entry that was open may never end.
  const broken = new AbortController()
  source.catch((error: unknown) => broken.abort(error))
  let first: Manifest | undefined
  let last: Closing | undefined
  let table: Table | null = null
  let rows = 0
  try {
    for await (const entry of extract) {
      const { name } = entry.header
      if (!first) {
        if (name !== MANIFEST) throw new Error('不是片账的备份文件：--from')
        first = manifest.parse(JSON.parse((await buffer(entry)).toString()))
        await prepare(client, databaseUrl, first)
        continue
      }
      const here = name.startsWith(TABLES) ? (name.slice(TABLES.length).split('/')[0] ?? '') : null
      if (table && table.name !== here) {
        rows += await endTable(table)
        table = null
      }
      if (here !== null) {
        table ??= beginTable(client, first, here)
        for await (const chunk of entry) if (!table.into.write(chunk)) await once(table.into, 'drain')
      } else if (name.startsWith(FILES)) {
        const key = name.slice(FILES.length)
        await store(storage, key, entry as never, broken.signal)
        stored.push(key)
      } else if (name === CLOSING) last = closing.parse(JSON.parse((await buffer(entry)).toString()))
    }
    await source
    // In here, for an archive that ends with a table leaves its COPY open.
    if (!first || !last || last.rows !== rows || last.files !== stored.length) throw new Error(BROKEN)
    await advanceSequences(client, first)
    return last
  } catch (error) {
    table?.into.destroy()
    if (isDamage(error)) throw new Error(BROKEN, { cause: error })
    throw error
  }
}

async function store(storage: Storage, key: string, entry: Readable, signal: AbortSignal): Promise<void> {
  const temp = await storage.temp()
  try {
    await pipeline(entry, createWriteStream(temp, { mode: 0o600 }), { signal })
    await storage.put(key, temp)
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  }
}

/** Tables of the version that made the backup, in a transaction that takes the rows. */
async function prepare(
  client: pg.Client,
  databaseUrl: string,
  { migrations, tables }: Manifest,
): Promise<void> {
  const ours = await migrationNames()
  if (migrations.some((name, index) => ours[index] !== name))
    throw new Error('备份由更新的版本创建，请使用新版本程序恢复')
  if (migrations.length < ours.length) {
    await client.query('drop schema public cascade')
    await client.query('create schema public')
    await migrate(databaseUrl, migrations.length)
  }
  await client.query('begin')
  // Who starts the server meanwhile waits for us.
  await client.query('lock table companies in access exclusive mode')
  await expectEmpty(client)
  const known = await listTables(client)
  const fits = tables.every(({ name, columns }) => {
    const table = known.find((one) => one.name === name)
    return table && columns.every((column) => table.columns.includes(column))
  })
  if (!fits) throw new Error('备份与本版本的数据表不一致')
}

interface Table {
  name: string
  into: CopyStreamQuery
  /** Rejects where the database refuses the rows. */
  done: Promise<unknown>
}

function beginTable(client: pg.Client, { tables }: Manifest, name: string): Table {
  const columns = tables.find((table) => table.name === name)?.columns
  if (!columns) throw new Error(BROKEN)
  const into = client.query(
    copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
  ) as CopyStreamQuery
  const done = once(into, 'finish')
  done.catch(() => undefined)
  return { name, into, done }
}

async function endTable({ into, done }: Table): Promise<number> {
  into.end()
  await done
  return into.rowCount
}

/** The next number of every table follows the highest that came. */
async function advanceSequences(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ sequence: string; column: string }>(
      `select pg_get_serial_sequence($1, attname) as sequence, attname as column from pg_attribute
       where attrelid = $1::regclass and attidentity <> ''`,
      [quoted(name)],
    )
    for (const { sequence, column } of rows)
      await client.query(
        `select setval($1::regclass, coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${quoted(name)}`,
        [sequence],
      )
  }
}

/** Of gzip, tar, JSON and the manifest; and rows that are cut (22P04). */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A file that was open when the archive broke off.
  if (error.name === 'AbortError') return isDamage(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    code.startsWith('Z_') ||
    code === '22P04' ||
    code === 'STREAM_DESTROYED' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    error instanceof SyntaxError ||
    error.name === 'ZodError' ||
    /Unexpected end of data|Invalid tar header|not a storage key/.test(error.message)
  )
}
