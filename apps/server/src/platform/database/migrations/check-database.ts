import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Config, ConfigError } from '../../config.ts'
import { meaningOf } from '../../system-errors.ts'
import { TIMING } from '../../timing.ts'
import { isSpread } from '../spread/distribute.ts'

/** Also thrown by `admin spread`, after which a server with this setting would not start. */
export const NO_REPLICA =
  '数据已分布到多台数据库服务器（Citus）时不能使用只读副本：协调节点的副本无法反映工作节点的数据，请删除环境变量 DATABASE_READ_URL（见 docs/运维/多台服务器.md）'
const MIN_VERSION = 15
const TIMEOUT_MS = 10_000

/** For errors without a code of their own: pg's timeout, its complaint about a missing password. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/timeout/, 'ETIMEDOUT'],
  [/password/i, '28P01'],
]
/** Wrong in the settings or in the database itself, while a server that does not answer may come back. */
const LASTING = ['28P01', '28000', '3D000']

/**
 * Checks that the operator's own PostgreSQL can be used at each configured address; returns notices about settings that could be better. Throws
 * a `ConfigError` that names the variable.
 */
export async function checkDatabases({ databaseUrl, databaseDirectUrl }: Config): Promise<string[]> {
  if (!databaseUrl) return []
  const notices = await checkDatabase('环境变量 DATABASE_URL', databaseUrl, !databaseDirectUrl)
  if (databaseDirectUrl) await checkDatabase('环境变量 DATABASE_DIRECT_URL', databaseDirectUrl, true)
  return notices
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

/**
 * Checks that a PostgreSQL of the operator's own can be used; `source`: where its address comes from. `needsSession`: the server uses LISTEN at this address,
 * so it must keep one session of the database for each connection. Returns notices as above. Throws a `ConfigError`.
 */
export async function checkDatabase(source: string, url: string, needsSession: boolean): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  // A lost connection rejects the query and emits this event; unhandled, it would end the process.
  client.on('error', () => undefined)
  // For messages, so without the password.
  const target = `${client.user}@${client.host}:${client.port}/${client.database}`
  const refuse = (reason: string, transient = false) =>
    new ConfigError(`${source} 指定的数据库（${target}）无法使用：${reason}`, { transient })
  try {
    await client.connect()
    const settings = await settingsOf(client)
    const reason = incompatibility(settings) ?? (needsSession ? await sessionTrouble(client, url) : null)
    if (reason) throw refuse(reason)
    return settings.idle > 0
      ? []
      : [
          `注意：数据库没有设置 idle_in_transaction_session_timeout，程序出错时留下的事务会一直占着锁：${IDLE_SETTING}`,
        ]
  } catch (error) {
    throw error instanceof ConfigError ? error : refuse(...connectionTrouble(error as NodeJS.ErrnoException))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The reason in Chinese, and whether it may pass. */
function connectionTrouble({ code = '', message }: NodeJS.ErrnoException): [string, boolean] {
  const known = meaningOf(code) ? code : (BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? code)
  const meaning = meaningOf(known)
  const details = message || code
  return [meaning ? `${meaning}（${details}）` : details, !LASTING.includes(known)]
}

interface Settings {
  version: number
  name: string
  encoding: string
  style: string
  /** Times as PostgreSQL writes them, such as `30s`; `0`: no limit. Null where this version lacks the setting. */
  statement: string
  lock: string
  transaction: string | null
  /** In ms. */
  idle: number
}

/** The longest that a transaction of ours may wait for other work, such as rows of an import, twice over. */
const MIN_IDLE_MS = 2 * TIMING.workerSilenceMs
const IDLE_SETTING = "alter database … set idle_in_transaction_session_timeout = '10min'"

async function settingsOf(client: pg.Client): Promise<Settings> {
  const { rows } = await client.query<Settings>(`select current_setting('server_version_num')::int as version,
    current_setting('server_version') as name, current_setting('server_encoding') as encoding,
    current_setting('DateStyle') as style, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('transaction_timeout', true) as transaction,
    (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as idle`)
  return rows[0] as Settings
}

function incompatibility({ version, name, encoding, style, idle, ...times }: Settings): string | null {
  if (version < MIN_VERSION * 10_000) return `PostgreSQL 版本为 ${name}，需要 ${MIN_VERSION} 或更新`
  if (encoding !== 'UTF8') return `编码为 ${encoding}，需要 UTF8`
  // Dates are sent as text and parsed as YYYY-MM-DD.
  if (!style.startsWith('ISO'))
    return `DateStyle 为 ${style}，需要 ISO：alter database … set datestyle = 'ISO, YMD'`
  // Imports and clean-ups take longer than any limit that suits the statements of a page, which the server limits itself.
  for (const [kind, value] of Object.entries(times))
    if (value !== null && value !== '0')
      return `${kind}_timeout 为 ${value}，需要 0，否则会中断导入和清理：alter database … set ${kind}_timeout = 0（按用户设置的用 alter role）`
  if (idle > 0 && idle < MIN_IDLE_MS)
    return `idle_in_transaction_session_timeout 为 ${idle} 毫秒，会中断导入：${IDLE_SETTING}`
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
