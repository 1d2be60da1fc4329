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
import { thumbKey } from '../modules/attachments/link.ts'
import type { Storage } from '../platform/storage/storage.ts'
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

/** Creates the file only if it is new, so of two concurrent backups one fails. That of a killed backup stays, as it looks the same. */
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
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pianzhang-backup' })
  await client.connect()
  try {
    const pack = tar.pack()
    const written = pipeline(pack, createGzip(), createWriteStream(part))
    // Either failure destroys the pack, so that a full disk ends the reading and a broken connection the writing.
    const [closing] = await Promise.all([
      fill(pack, client, databaseUrl, storage).catch((error: Error) => {
        pack.destroy(error)
        throw error
      }),
      written.catch((error: Error) => {
        pack.destroy(error)
        throw error
      }),
    ])
    return closing
  } finally {
    await client.end()
  }
}

async function fill(
  pack: tar.Pack,
  client: pg.Client,
  databaseUrl: string,
  storage: Storage,
): Promise<Closing> {
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
  const { rows: attachments } = await client.query<{ storage_key: string; has_thumb: boolean }>(
    `select storage_key, has_thumb from attachments where storage_key <> '' order by storage_key`,
  )
  let files = 0
  for (const { storage_key, has_thumb } of attachments)
    for (const key of has_thumb ? [storage_key, thumbKey(storage_key)] : [storage_key])
      files += await addFile(pack, storage, key)
  await client.query('commit')
  const closing: Closing = { rows, files }
  await add(pack, CLOSING, Buffer.from(JSON.stringify(closing)))
  pack.finalize()
  return closing
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

/** Returns how many files were added: 0 for one that the clean-up of unlinked files removed meanwhile. */
async function addFile(pack: tar.Pack, storage: Storage, key: string): Promise<number> {
  // The header needs the size before the content, which is streamed.
  const file = await storage.stat(key)
  const content = file && (await storage.open(key))
  if (!content) return 0
  await pipeline(content, pack.entry({ name: FILES + key, size: file.size, mode: 0o600 }) as never)
  return 1
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
