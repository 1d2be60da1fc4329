import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { eachConcurrently } from '../../platform/concurrency.ts'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import { onOwnConnection } from '../../platform/database/own-connection.ts'
import { StorageDown } from '../../platform/storage/remote.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { errorText, reasonOf } from '../../platform/system-errors.ts'
import { Damaged, damaged, entriesOf, explained, Refused, readManifest, skip } from './archive.ts'
import { commit } from './commit.ts'
import { TableCopy } from './copy.ts'
import { lackingIn, listFiles } from './files.ts'
import {
  CLOSING,
  type Closing,
  closing,
  FILES,
  LEFT_OUT,
  listTables,
  type Manifest,
  quoted,
  TABLES,
} from './manifest.ts'
import {
  beginRestore,
  expectEmpty,
  type Loading,
  lockRestores,
  openLoading,
  refuseForeign,
} from './target.ts'
import { type Found, findIn } from './verify.ts'

const UNKNOWN =
  '提交时与数据库的连接中断，无法确认是否已恢复成功，已写入的文件全部保留。请在数据库可用后重新运行恢复：提示数据库中已有公司时，说明上次已恢复成功'
const PATIENCE_MS = 60_000
/** Files stored, or removed, at the same time. */
const AT_ONCE = 8

/** With `skip`: what was found in the backup; the files that were left out are `lacking`. */
type Restored = Closing & { found?: Found }

/**
 * Restores a backup into an empty database and storage, all or nothing. Existing files are neither replaced nor removed: one with the same
 * name and content is kept, with other content the restore is refused. The files are stored before the transaction: they take hours, and
 * `idle_in_transaction_session_timeout` would end a transaction idle for so long. A restore that fails on the way leaves the files that it
 * stored, and a second run with the same backup finds them; a refused backup leaves none. `patienceMs`: how long the database is asked whether
 * it committed if the answer to the commit was lost. `skip`: damaged files, and all behind the place where the backup cannot be read any further, are
 * left out; damaged rows are refused all the same. Throws an Error in Chinese.
 */
export async function restore(
  databaseUrl: string,
  storage: Storage,
  file: string,
  { patienceMs = PATIENCE_MS, skip: isSkipping = false } = {},
): Promise<Restored> {
  return await onClient(databaseUrl, async (client) => {
    await lockRestores(client)
    await expectEmpty(client)
    const found = isSkipping ? await findWithRows(file) : null
    const written: string[] = []
    try {
      const { last, keys } = await storeFiles(storage, file, written, found)
      const id = await beginRestore(client)
      await loadRows(client, file, last.rows)
      const named = found && !found.manifest.rows_only ? await listFiles(client, null) : []
      const outcome = await commit(client, databaseUrl, id, patienceMs)
      if (outcome.state === 'unknown') throw new Unknown(UNKNOWN, { cause: outcome.error })
      if (outcome.state === 'aborted') throw outcome.error
      if (!found) return last
      const left = named.filter((key) => !keys.has(key))
      return { ...last, ...(await lackingIn(databaseUrl, left)), found }
    } catch (error) {
      if (error instanceof Unknown) throw error
      await client.query('rollback').catch(() => undefined)
      throw isRefusal(error)
        ? await removeWritten(storage, written, error, !found && error instanceof Damaged)
        : interrupted(error, written.length)
    }
  })
}

/** What a damaged backup has. Throws `Refused` unless its rows are whole. */
async function findWithRows(file: string): Promise<Found> {
  const found = await findIn(file)
  if (!found.manifest.sums)
    throw new Refused('备份由旧版本创建，不含校验值，无法分辨哪些文件完好，未恢复任何数据')
  if (!found.areRowsWhole) throw new Refused(`备份的数据行已损坏或不完整，只能跳过损坏的文件，未恢复任何数据`)
  return found
}

/** It is not known whether the rows were committed. */
class Unknown extends Error {}

/** Whether the backup itself is at fault, so that it fails again: SQLSTATE class 22 is a wrong value, 23 a broken rule of the tables. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Refused || (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''))

/** The error of a restore that can be repeated, by whatever it was cut off. */
function interrupted(error: unknown, files: number): unknown {
  if (!(error instanceof Error)) return error
  const kept = files > 0 ? `；已写入的 ${files} 个文件保留` : ''
  const again = new Error(
    `恢复中断，数据库没有改动${kept}。排除故障后用同一条命令重新运行，即从中断处继续：${why(error)}`,
    {
      cause: error,
    },
  )
  return Object.assign(again, 'code' in error && { code: error.code })
}

const why = (error: Error) => (error instanceof StorageDown ? error.why : errorText(error))

const onClient = <T>(databaseUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> =>
  onOwnConnection(
    { connectionString: databaseUrl, application_name: 'pianzhang-restore', ...KEEP_ALIVE },
    run,
  )

/** Removes the files that this restore wrote; returns the error to throw, which names those that could not be removed. */
async function removeWritten(
  storage: Storage,
  written: readonly string[],
  error: Error,
  maySkip: boolean,
): Promise<Error> {
  const undeleted: string[] = []
  await eachConcurrently(AT_ONCE, written, (key) =>
    storage.remove(key).catch(() => {
      undeleted.push(key)
    }),
  )
  const hint = maySkip ? '；没有其他备份时可加 --damaged skip，只恢复完好的部分' : ''
  const message = `${error.message}，未恢复任何数据${hint}`
  if (undeleted.length === 0) return new Error(message, { cause: error })
  return new Error(`${message}；本次写入的 ${undeleted.length} 个文件未能删除，如 ${undeleted[0]}`, {
    cause: error,
  })
}

/** What a backup says of itself at its beginning. Throws an Error in Chinese unless `file` can be read and begins as a backup does. */
export async function expectBackup(file: string): Promise<Manifest> {
  try {
    for await (const entry of entriesOf(file)) return await readManifest(entry)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code && /^E[A-Z]+$/.test(code)) {
      const reason = code === 'EACCES' ? await permission(file) : reasonOf(error)
      throw new Error(`无法读取备份文件 ${file}：--from，${reason}`)
    }
    throw explained(error)
  }
  throw damaged()
}

/** What gives the program's user the permission to read a file, which root has put there. */
async function permission(file: string): Promise<string> {
  const user = process.env.USER ?? String(process.getuid?.())
  const isReachable = await stat(file).catch(() => null)
  return isReachable
    ? `文件不属于用户 ${user}，请以 root 运行：chown ${user}: ${file}`
    : `用户 ${user} 不能进入它所在的文件夹，请把它移到 /var/backups/pianzhang，再以 root 运行 chown ${user}: 文件`
}

/**
 * Stores the files of a backup and adds the keys of new files to `written`; returns the backup's last entry and the keys of all stored files. `found`:
 * only files that are as their checksum says; the counts are of these.
 */
async function storeFiles(
  storage: Storage,
  file: string,
  written: string[],
  found: Found | null,
): Promise<{ last: Closing; keys: ReadonlySet<string> }> {
  const temps = new Set<string>()
  const keys = new Set<string>()
  const damagedNames = new Set(found?.differing)
  let last: Closing | undefined
  const received = async function* () {
    let seen = 0
    for await (const entry of entriesOf(file, found ? () => undefined : undefined)) {
      const { name, content, signal } = entry
      seen += 1
      if (found && seen > found.compared) return
      if (seen === 1) await refuseForeign(await readManifest(entry))
      else if (name.startsWith(FILES) && !damagedNames.has(name)) {
        const temp = await storage.temp()
        temps.add(temp)
        await pipeline(content, createWriteStream(temp, { mode: 0o600 }), { signal })
        const key = name.slice(FILES.length)
        keys.add(key)
        yield { key, temp }
      } else if (name === CLOSING) last = closing.parse(JSON.parse((await buffer(content)).toString()))
      // The rows are read later; an archive that is cut within them is found here, before anything is written.
      else await skip(entry)
    }
  }
  try {
    await eachConcurrently(AT_ONCE, received(), async ({ key, temp }) => {
      if (await store(storage, key, temp)) written.push(key)
      await rm(temp, { force: true })
      temps.delete(temp)
    })
  } catch (error) {
    throw explained(error)
  } finally {
    for (const temp of temps) await rm(temp, { force: true })
  }
  if (found) return { last: { rows: found.rows, files: keys.size, lacking: 0, lacking_names: [] }, keys }
  if (!last || last.files !== keys.size) throw damaged()
  return { last, keys }
}

/** Loads the tables, `rows` in total. */
async function loadRows(client: pg.Client, file: string, rows: number): Promise<void> {
  let first: Manifest | undefined
  let loading: Loading | undefined
  let table: TableCopy | null = null
  let read = 0
  try {
    for await (const entry of entriesOf(file)) {
      if (!first || !loading) {
        first = await readManifest(entry)
        loading = await openLoading(client, first)
        continue
      }
      // The files behind the tables were read by `storeFiles`.
      if (!entry.name.startsWith(TABLES)) break
      const name = entry.name.slice(TABLES.length).split('/')[0] ?? ''
      if (table && table.name !== name) {
        read += await table.end()
        table = null
      }
      if (LEFT_OUT.includes(name)) {
        // A line of COPY's text is a row.
        for await (const chunk of entry.content) read += chunk.toString('latin1').split('\n').length - 1
        continue
      }
      table ??= new TableCopy(client, known(first, name), loading.schema)
      await table.write(entry.content)
    }
    if (table) read += await table.end()
    if (!loading || read !== rows) throw damaged()
    await loading.finish()
    await advanceSequences(client)
    // The 30 days in which a deleted project can be brought back begin again.
    await client.query('update projects set purge_after = null where purged_at is null')
  } catch (error) {
    table?.abort()
    throw explained(error)
  }
}

function known({ tables }: Manifest, name: string): Manifest['tables'][number] {
  const table = tables.find((one) => one.name === name)
  if (!table) throw damaged()
  return table
}

/** False if the same file is stored already. Throws if a different file of that name is stored. */
async function store(storage: Storage, key: string, temp: string): Promise<boolean> {
  if (await storage.putNew(key, temp)) return true
  const existing = await storage.open(key)
  if (!existing || (await digest(existing)) !== (await digest(createReadStream(temp))))
    throw new Refused(
      `文件目录中已有同名但内容不同的文件 ${key}，该文件没有被改动；请使用空的数据目录（DATA_DIR）`,
    )
  return false
}

async function digest(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source, hash)
  return hash.digest('hex')
}

/** Sets every identity sequence of these tables, those of a backup unless given, to continue after the highest value. */
export async function advanceSequences(
  client: pg.Client,
  tables?: readonly { name: string }[],
): Promise<void> {
  for (const { name } of tables ?? (await listTables(client))) {
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
