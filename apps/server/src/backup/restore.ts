import { createHash } from 'node:crypto'
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
import type { Storage } from '../platform/storage/storage.ts'
import { commit } from './commit.ts'
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
import { beginRestore, type Loading, openLoading } from './target.ts'

const BROKEN = '备份文件不完整或已损坏，未恢复任何数据'
const UNKNOWN =
  '提交时与数据库的连接中断，无法确认是否已恢复成功，已写入的文件全部保留。请在数据库可用后重新运行恢复：提示数据库中已有公司时，说明上次已恢复成功'
const PATIENCE_MS = 60_000

/**
 * Restores a backup into an empty database and storage in one transaction. Existing files are neither replaced nor removed: one with the same
 * name and content is kept, with other content the restore is refused. `patienceMs`: how long the database is asked whether it committed if the
 * answer to the commit was lost. Throws an Error in Chinese.
 */
export async function restore(
  databaseUrl: string,
  storage: Storage,
  file: string,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Closing> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pianzhang-restore' })
  // Without a listener a connection lost between two queries would end the process; the next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  const written: string[] = []
  try {
    let read: Closing
    let id: string
    try {
      id = await beginRestore(client)
      read = await load(client, storage, file, written)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw await removeWritten(storage, written, error)
    }
    const outcome = await commit(client, databaseUrl, id, patienceMs)
    if (outcome.state === 'unknown') throw new Error(UNKNOWN, { cause: outcome.error })
    if (outcome.state === 'aborted') throw await removeWritten(storage, written, outcome.error)
    return read
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Removes the files that this restore wrote; returns the error to throw, which names those that could not be removed. */
async function removeWritten(storage: Storage, written: readonly string[], error: unknown): Promise<unknown> {
  const undeleted: string[] = []
  for (const key of written) await storage.remove(key).catch(() => undeleted.push(key))
  if (undeleted.length === 0) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${message}；本次写入的 ${undeleted.length} 个文件未能删除，如 ${undeleted[0]}`, {
    cause: error,
  })
}

async function load(client: pg.Client, storage: Storage, file: string, written: string[]): Promise<Closing> {
  const extract = tar.extract()
  const source = pipeline(createReadStream(file), createGunzip(), extract as never)
  // The entries get the error too, but the stream of an open entry may never end: the signal ends it.
  const broken = new AbortController()
  source.catch((error: unknown) => broken.abort(error))
  let first: Manifest | undefined
  let last: Closing | undefined
  let loading: Loading | undefined
  let table: Table | null = null
  let rows = 0
  let files = 0
  try {
    for await (const entry of extract) {
      const { name } = entry.header
      if (!first || !loading) {
        if (name !== MANIFEST) throw new Error('不是片账的备份文件：--from')
        first = manifest.parse(JSON.parse((await buffer(entry)).toString()))
        loading = await openLoading(client, first)
        continue
      }
      const tableName = name.startsWith(TABLES) ? (name.slice(TABLES.length).split('/')[0] ?? '') : null
      if (table && table.name !== tableName) {
        rows += await endTable(table)
        table = null
      }
      if (tableName !== null) {
        table ??= beginTable(client, first, loading.schema, tableName)
        for await (const chunk of entry) if (!table.into.write(chunk)) await once(table.into, 'drain')
      } else if (name.startsWith(FILES)) {
        const key = name.slice(FILES.length)
        if (await store(storage, key, entry as never, broken.signal)) written.push(key)
        files += 1
      } else if (name === CLOSING) last = closing.parse(JSON.parse((await buffer(entry)).toString()))
    }
    await source
    // Inside `try`: an archive that ends within a table leaves its COPY open, and `catch` destroys it.
    if (!loading || !last || last.rows !== rows || last.files !== files) throw new Error(BROKEN)
    await loading.finish()
    await advanceSequences(client)
    // A project that the backup has as deleted can be brought back for 30 days from here on.
    await client.query('update projects set purge_after = null where purged_at is null')
    return last
  } catch (error) {
    table?.into.destroy()
    if (isDamage(error)) throw new Error(BROKEN, { cause: error })
    throw error
  }
}

/** False if the same file is stored already. Throws if another one of that name is. */
async function store(storage: Storage, key: string, entry: Readable, signal: AbortSignal): Promise<boolean> {
  const temp = await storage.temp()
  try {
    await pipeline(entry, createWriteStream(temp, { mode: 0o600 }), { signal })
    if (await storage.putNew(key, temp)) return true
    const existing = await storage.open(key)
    if (!existing || (await digest(existing)) !== (await digest(createReadStream(temp))))
      throw new Error(
        `文件目录中已有同名但内容不同的文件 ${key}，未恢复任何数据，该文件没有被改动；请使用空的数据目录（DATA_DIR）`,
      )
    return false
  } finally {
    await rm(temp, { force: true })
  }
}

async function digest(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source, hash)
  return hash.digest('hex')
}

interface Table {
  name: string
  into: CopyStreamQuery
  /** Rejects where the database refuses the rows. */
  done: Promise<unknown>
}

function beginTable(client: pg.Client, { tables }: Manifest, schema: string, name: string): Table {
  const columns = tables.find((table) => table.name === name)?.columns
  if (!columns) throw new Error(BROKEN)
  const into = client.query(
    copyFrom(`copy ${schema}.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
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

/** Sets every identity sequence to continue after the highest restored value. */
export async function advanceSequences(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
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

/** Whether an error comes from a damaged file: from gzip, tar, JSON, the manifest, or a truncated row of COPY (22P04). */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The pipeline of a file that was open when the archive ended early.
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
