import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Config, ConfigError } from '../../config.ts'
import { isSpread } from '../spread/distribute.ts'

/** Also thrown by `admin spread`, after which a server with this setting would not start. */
export const NO_REPLICA =
  '数据已分布到多台数据库服务器（Citus）时不能使用只读副本：协调节点的副本无法反映工作节点的数据，请删除环境变量 DATABASE_READ_URL（见 docs/运维/多台服务器.md）'
const MIN_VERSION = 15
const TIMEOUT_MS = 10_000

/** Explanations for the operator by error code of PostgreSQL or of the network, or by message. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, '该地址没有 PostgreSQL 在运行，请检查主机和端口'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, '主机名无法解析'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout/, '网络不通，请检查主机、端口和防火墙'],
  [/^(28P01|28000)$|password/i, '用户名或密码不正确，或服务器的 pg_hba.conf 不允许此用户'],
  [/^3D000$/, '数据库不存在，请先创建'],
  [/^57P03$/, '数据库正在启动或停止，请稍后再试'],
  [/^53300$/, '数据库的连接数已满'],
]

/** Checks that the operator's own PostgreSQL can be used at each configured address. Throws a `ConfigError` that names the variable. */
export async function checkDatabases(config: Config): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl) await check('DATABASE_URL', databaseUrl, !databaseDirectUrl)
  if (databaseUrl && databaseDirectUrl) await check('DATABASE_DIRECT_URL', databaseDirectUrl, true)
}

/**
 * Refuses `DATABASE_READ_URL` where the database is spread: a read waits for the replica by the position in the coordinator's log, which says
 * nothing about the workers, where the rows are. Throws a `ConfigError`.
 */
export async function checkReplica({ databaseUrl, databaseReadUrl }: Config): Promise<void> {
  if (!databaseUrl || !databaseReadUrl) return
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (await isSpread(client)) throw new ConfigError(NO_REPLICA)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** `needsSession`: the server uses LISTEN at this address, so it must keep one session of the database for each connection. */
async function check(variable: string, url: string, needsSession: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  // A lost connection rejects the query and emits this event; unhandled, it would end the process.
  client.on('error', () => undefined)
  // For messages, so without the password.
  const target = `${client.user}@${client.host}:${client.port}/${client.database}`
  const refuse = (reason: string) =>
    new ConfigError(`环境变量 ${variable} 指定的数据库（${target}）无法使用：${reason}`)
  try {
    await client.connect()
    const reason =
      (await incompatibility(client)) ?? (needsSession ? await sessionTrouble(client, url) : null)
    if (reason) throw refuse(reason)
  } catch (error) {
    throw error instanceof ConfigError ? error : refuse(reasonOf(error as NodeJS.ErrnoException))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  const known = REASONS.find(([pattern]) => pattern.test(code)) ?? REASONS.find(([p]) => p.test(message))
  const details = message || code
  return known ? `${known[1]}（${details}）` : details
}

interface Settings {
  version: number
  name: string
  encoding: string
  style: string
}

async function incompatibility(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<Settings>(`select current_setting('server_version_num')::int as version,
    current_setting('server_version') as name, current_setting('server_encoding') as encoding,
    current_setting('DateStyle') as style`)
  const { version, name, encoding, style } = rows[0] as Settings
  if (version < MIN_VERSION * 10_000) return `PostgreSQL 版本为 ${name}，需要 ${MIN_VERSION} 或更新`
  if (encoding !== 'UTF8') return `编码为 ${encoding}，需要 UTF8`
  // Dates are sent as text and parsed as YYYY-MM-DD.
  if (!style.startsWith('ISO'))
    return `DateStyle 为 ${style}，需要 ISO：alter database … set datestyle = 'ISO, YMD'`
  return null
}

const TRIES = 5
const TRY_MS = 200

/**
 * Detects a pooler in transaction mode (PgBouncer): it runs LISTEN in a session that it then lends to others, so notices never arrive. A pooler
 * reports another process id than the database; then a test notice shows whether it keeps sessions. Null: sessions are kept.
 */
async function sessionTrouble(client: pg.Client, url: string): Promise<string | null> {
  const { processID } = client as pg.Client & { processID: number | null }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (processID === null || rows[0]?.pid === processID) return null
  const channel = `pianzhang_check_${randomBytes(6).toString('hex')}`
  let heard = false
  client.on('notification', () => {
    heard = true
  })
  await client.query(`listen ${channel}`)
  const sender = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  sender.on('error', () => undefined)
  try {
    await sender.connect()
    await sender.query(`notify ${channel}`)
    // PostgreSQL delivers pending notices with the answer to the session's next statement at the latest.
    for (let tries = 0; tries < TRIES && !heard; tries += 1) {
      await sleep(TRY_MS)
      await client.query('select')
    }
  } finally {
    await sender.end().catch(() => undefined)
  }
  return heard
    ? null
    : '这是事务模式的连接池，收不到数据变更的通知，请用环境变量 DATABASE_DIRECT_URL 指定数据库本身的地址'
}
