import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import tar from 'tar-stream'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import type { LocalCopy, Storage } from '../../platform/storage/storage.ts'
import { orNull } from '../../platform/storage/temps.ts'
import { lackingIn, listFiles } from './files.ts'
import {
  CLOSING,
  type Closing,
  FILES,
  listTables,
  MANIFEST,
  type Manifest,
  quoted,
  TABLES,
} from './manifest.ts'
import { beginSnapshot } from './spread.ts'

/** A tar header holds the entry's size, so a table is buffered and written in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Writes a gzipped tar with one snapshot of the whole database and every stored file that it names; people can go on working.
 * The file gets its name when it is complete. Throws an Error in Chinese if it exists already, or if another backup writes it.
 */
export async function backup(databaseUrl: string, storage: Storage, file: string): Promise<Closing> {
  const part = `${file}.part`
  await createNew(part)
  try {
    // Checked while the partial file reserves the name.
    if (await exists(file)) throw new Error(`文件 ${file} 已存在，请换一个文件名：--to`)
    const closing = await write(databaseUrl, storage, part)
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(
      `文件 ${part} 已存在：另一个备份正在写入，或上次备份被中断；请换一个文件名，或确认没有备份在进行，删除该文件后重试：--to`,
    )
  }
}

async function write(databaseUrl: string, storage: Storage, part: string): Promise<Closing> {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip(), createWriteStream(part))
  // Either failure destroys the pack, so that a full disk ends the reading and a broken connection the writing.
  const [closing] = await Promise.all([
    fill(pack, databaseUrl, storage).catch((error: Error) => {
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

async function fill(pack: tar.Pack, databaseUrl: string, storage: Storage): Promise<Closing> {
  const { rows, keys } = await addTables(pack, databaseUrl)
  let files = 0
  const missing: string[] = []
  for await (const { key, copy } of copiesOf(storage, keys)) {
    if (copy && (await addFile(pack, key, copy))) files += 1
    else missing.push(key)
  }
  const closing: Closing = { rows, files, ...(await lackingIn(databaseUrl, missing)) }
  await add(pack, CLOSING, Buffer.from(JSON.stringify(closing)))
  pack.finalize()
  return closing
}

/**
 * Adds one snapshot of the tables; returns the keys of the files that it names. The transaction ends before the files are read, which takes
 * hours: an idle transaction is ended by `idle_in_transaction_session_timeout`, and holds back vacuum and migrations.
 */
async function addTables(pack: tar.Pack, databaseUrl: string): Promise<{ rows: number; keys: string[] }> {
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
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from migrations order by name',
    )
    const tables = await listTables(client)
    const first: Manifest = {
      product: 'pianzhang',
      format: 1,
      made_at: new Date().toISOString(),
      migrations: migrations.map(({ name }) => name),
      tables,
    }
    await add(pack, MANIFEST, Buffer.from(JSON.stringify(first)))
    let rows = 0
    for (const { name, columns } of tables) {
      const source = client.query(
        copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`),
      )
      let part = 0
      for await (const chunk of inParts(source)) {
        part += 1
        await add(pack, `${TABLES}${name}/${String(part).padStart(6, '0')}`, chunk)
      }
      rows += source.rowCount
    }
    const keys = await listFiles(client)
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

async function add(pack: tar.Pack, name: string, content: Buffer): Promise<void> {
  const entry = pack.entry({ name, size: content.length, mode: 0o600 })
  entry.end(content)
  await once(entry, 'finish')
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
async function addFile(pack: tar.Pack, key: string, { path }: LocalCopy): Promise<boolean> {
  const file = await orNull(open(path))
  if (!file) return false
  try {
    // The header needs the size before the content, which is streamed.
    const { size } = await file.stat()
    const entry = pack.entry({ name: FILES + key, size, mode: 0o600 })
    await pipeline(file.createReadStream({ autoClose: false }), entry as never)
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
