import pg from 'pg'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import { onOwnConnection } from '../../platform/database/own-connection.ts'
import { Vacuum } from '../../platform/database/vacuum.ts'
import { errorText } from '../../platform/system-errors.ts'
import { commit, type Outcome } from './commit.ts'
import { copyOut, TableCopy } from './copy.ts'
import { listMoved, type Manifest, OF_INSTALLATION, quoted } from './manifest.ts'
import { advanceSequences } from './restore.ts'
import { beginSnapshot } from './spread.ts'
import { beginRestore, lockRestores } from './target.ts'

type Table = Manifest['tables'][number]

const PATIENCE_MS = 60_000
const UNKNOWN =
  '提交时与新数据库的连接中断，无法确认是否已搬移成功；原来的数据库没有改动。请在新数据库可用后重新运行：提示数据库中已有公司时，说明上次已搬移成功'

export interface Moved {
  tables: number
  rows: number
}

/**
 * Copies all rows of a database into an empty one, in one transaction, and compares both table by table before it commits. The source is only read; nobody
 * may write to it meanwhile. Sums are computed anew by the triggers of the target. Throws an Error in Chinese; the target then is as it was.
 */
export async function moveDatabase(source: string, target: string): Promise<Moved> {
  const { outcome, ...moved } = await onOwnConnection(settings(target, 'pianzhang-restore'), (to) =>
    onOwnConnection(settings(source, 'pianzhang-backup'), (from) => copyAll(from, source, to, target)),
  ).catch((error: unknown) => {
    throw again(error)
  })
  if (outcome.state === 'unknown') throw new Error(UNKNOWN, { cause: outcome.error })
  if (outcome.state === 'aborted') throw again(outcome.error)
  const pool = new pg.Pool({ connectionString: target, max: 1 })
  await new Vacuum(pool).all()
  await pool.end()
  return moved
}

const settings = (connectionString: string, application_name: string) => ({
  connectionString,
  application_name,
  ...KEEP_ALIVE,
})

/** The error of a move that can be repeated. */
function again(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const text = `没有搬移，原来的数据库没有改动。排除原因后用同一条命令重新运行：${errorText(error)}`
  return Object.assign(new Error(text, { cause: error }), 'code' in error && { code: error.code })
}

async function copyAll(
  from: pg.Client,
  source: string,
  to: pg.Client,
  target: string,
): Promise<Moved & { outcome: Outcome }> {
  await lockRestores(to)
  const id = await beginRestore(to)
  await beginSnapshot(from, source)
  const tables = await listMoved(from)
  // What a server has left that ran on the empty database.
  for (const name of OF_INSTALLATION) await to.query(`delete from ${quoted(name)}`)
  let rows = 0
  for (const table of tables) rows += await copyTable(from, to, table)
  await advanceSequences(to, tables)
  await to.query('set constraints all immediate')
  for (const table of tables) await compare(from, to, table)
  return { tables: tables.length, rows, outcome: await commit(to, target, id, PATIENCE_MS) }
}

async function copyTable(from: pg.Client, to: pg.Client, table: Table): Promise<number> {
  const into = new TableCopy(to, table)
  try {
    await into.write(copyOut(from, table))
    return await into.end()
  } catch (error) {
    into.abort()
    throw error
  }
}

/** Throws unless a table has as many rows in both, with the same content. */
async function compare(from: pg.Client, to: pg.Client, table: Table): Promise<void> {
  const [before, after] = [await digestOf(from, table), await digestOf(to, table)]
  if (before.rows === after.rows && before.sum === after.sum) return
  throw new Error(
    `表 ${table.name} 复制后与原来的不同（${before.rows} 行，复制后 ${after.rows} 行），没有提交`,
  )
}

/** The number of rows, and the sum of 60 bits of each row's MD5: the hash functions of PostgreSQL's indexes may differ between its versions. */
async function digestOf(
  client: pg.Client,
  { name, columns }: Table,
): Promise<{ rows: string; sum: string | null }> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  )
  const { rows } = await client.query<{ rows: string; sum: string | null }>(
    `select count(*)::text as rows, sum(('x' || left(md5(row(${columns.map(quoted).join(', ')})::text), 15))::bit(60)::int8)::text as sum
     from ${quoted(name)}`,
  )
  return rows[0] ?? { rows: '', sum: null }
}
