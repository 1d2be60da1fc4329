import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import tar from 'tar-stream'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import { migrationNames } from '../../platform/database/migrations/migrate.ts'
import type { LocalCopy, Storage } from '../../platform/storage/storage.ts'
import { orNull } from '../../platform/storage/temps.ts'
import { reasonOf } from '../../platform/system-errors.ts'
import { copyOut } from './copy.ts'
import { Entries } from './entries.ts'
import { lackingIn, listFiles } from './files.ts'
import { type Closing, FILES, listTables, MANIFEST, type Manifest, TABLES, tablesOf } from './manifest.ts'
import { partOf, rowsOf } from './part.ts'
import { beginSnapshot } from './spread.ts'

/** A tar header holds the entry's size, so a table is buffered and written in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024

/** Options that limit a backup; without them it has all rows and all files. */
export interface Limits {
  /** Only this company's. */
  companyId?: bigint
  /** Only rows: the files stay where they are. */
  rowsOnly?: boolean
  /** The time that the archive states; now unless given. */
  madeAt?: Date
}

/**
 * Writes a gzipped tar with one snapshot of the whole database and every stored file that it names; people can go on working.
 * The file gets its name when it is complete. Throws an Error in Chinese if it exists already, or if another backup writes it.
 */
export async function backup(
  databaseUrl: string,
  storage: Storage,
  file: string,
  limits: Limits = {},
): Promise<Closing> {
  const part = `${file}.part`
  await createNew(part)
  try {
    // Checked while the partial file reserves the name.
    if (await exists(file)) throw new Error(`文件 ${file} 已存在，请换一个文件名：--to`)
    const closing = await archive(databaseUrl, storage, [createGzip(), createWriteStream(part)], limits)
    await sync(part)
    await rename(part, file)
    await sync(dirname(file))
    return closing
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/**
 * Creates the file only if it does not exist, so that of two concurrent backups one fails. The file of a killed backup stays: it looks like that
 * of a running one.
 */
async function createNew(part: string): Promise<void> {
  try {
    await (await open(part, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`无法写入备份文件 ${part}：${reasonOf(error)}`, { cause: error })
    throw new Error(
      `文件 ${part} 已存在：另一个备份正在写入，或上次备份被中断；请换一个文件名，或确认没有备份在进行，删除该文件后重试：--to`,
    )
  }
}

/** Writes the same as a plain tar into a stream: a program that removes what is there already cannot do so in compressed data. */
export const backupInto = (
  databaseUrl: string,
  storage: Storage,
  into: Writable,
  limits: Limits = {},
): Promise<Closing> => archive(databaseUrl, storage, [into], limits)

async function archive(
  databaseUrl: string,
  storage: Storage,
  into: readonly NodeJS.WritableStream[],
  limits: Limits,
): Promise<Closing> {
  const pack = tar.pack()
  const written = pipeline([pack as never, ...into])
  // Either failure destroys the pack, so that a full disk ends the reading and a broken connection the writing.
  const [closing] = await Promise.all([
    fill(new Entries(pack), databaseUrl, storage, limits).catch((error: Error) => {
      pack.destroy(error)
      throw error
    }),
    written.catch((error: Error) => {
      pack.destroy(error)
      throw error
    }),
  ])
  return closing
}

async function fill(
  entries: Entries,
  databaseUrl: string,
  storage: Storage,
  limits: Limits,
): Promise<Closing> {
  const { rows, keys } = await addTables(entries, databaseUrl, limits)
  let files = 0
  const missing: string[] = []
  for await (const { key, copy } of copiesOf(storage, keys)) {
    if (copy && (await addFile(entries, key, copy))) files += 1
    else missing.push(key)
  }
  const closing: Closing = { rows, files, ...(await lackingIn(databaseUrl, missing)) }
  await entries.finish(closing)
  return closing
}

/**
 * Adds one snapshot of the tables; returns the keys of the files that it names. The transaction ends before the files are read, which takes
 * hours: an idle transaction is ended by `idle_in_transaction_session_timeout`, and holds back vacuum and migrations.
 */
async function addTables(
  entries: Entries,
  databaseUrl: string,
  { companyId, rowsOnly = false, madeAt = new Date() }: Limits,
): Promise<{ rows: number; keys: string[] }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'pianzhang-backup',
    ...KEEP_ALIVE,
  })
  // Without a listener a connection lost between two queries would end the process; the next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await beginSnapshot(client, databaseUrl)
    const part = companyId === undefined ? null : await partOf(client, companyId)
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from migrations order by name',
    )
    const ours = await migrationNames()
    const isNewer = migrations.some(({ name }) => !ours.includes(name))
    // A newer version may have tables that this one does not know.
    const tables = isNewer ? await tablesOf(client, 'public', null) : await listTables(client)
    const first: Manifest = {
      product: 'pianzhang',
      format: 1,
      made_at: madeAt.toISOString(),
      migrations: migrations.map(({ name }) => name),
      tables,
      sums: true,
      rows_only: rowsOnly,
    }
    await entries.add(MANIFEST, Buffer.from(JSON.stringify(first)))
    let rows = 0
    for (const table of tables) {
      const source = copyOut(client, table, part ? `where ${rowsOf(part, table)}` : '')
      let number = 0
      for await (const chunk of inParts(source)) {
        number += 1
        await entries.add(`${TABLES}${table.name}/${String(number).padStart(6, '0')}`, chunk)
      }
      rows += source.rowCount
    }
    // Without those of files, so that the rows of a backup whose files are damaged are known to be whole.
    await entries.writeSums()
    const keys = rowsOnly ? [] : await listFiles(client, part)
    await client.query('commit')
    return { rows, keys }
  } finally {
    await client.end()
  }
}

/** Chunks of COPY's text for tar entries, whose size must be known before. Cut at any byte: the restore concatenates them. */
async function* inParts(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** Files of a remote storage that are fetched ahead of the one that is written. */
const AHEAD = 8

interface Fetched {
  key: string
  /** Null: the storage lacks it. */
  copy: LocalCopy | null
}

/** The files in the order of their keys, several requests at a time. A copy is valid until the next file is asked for. */
async function* copiesOf(storage: Storage, keys: readonly string[]): AsyncGenerator<Fetched> {
  const fetching: Promise<Fetched>[] = []
  const fetch = async (key: string) => ({ key, copy: await storage.localCopy(key) })
  let next = 0
  try {
    for (;;) {
      while (fetching.length < AHEAD && next < keys.length) {
        const one = fetch(keys[next++] as string)
        // Avoids an unhandled rejection; the error is thrown when the promise is awaited below.
        one.catch(() => undefined)
        fetching.push(one)
      }
      const fetched = await fetching.shift()
      if (!fetched) return
      try {
        yield fetched
      } finally {
        await fetched.copy?.release()
      }
    }
  } finally {
    for (const one of fetching) await one.then(({ copy }) => copy?.release()).catch(() => undefined)
  }
}

/** False if the file is gone: a local storage's copy is the file itself, which a clean-up may remove until it is opened. */
async function addFile(entries: Entries, key: string, { path }: LocalCopy): Promise<boolean> {
  const file = await orNull(open(path))
  if (!file) return false
  try {
    // The header needs the size before the content, which is streamed.
    const { size } = await file.stat()
    await entries.addStream(FILES + key, size, file.createReadStream({ autoClose: false }))
    return true
  } finally {
    await file.close()
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
