import { sql } from 'kysely'
import type { Config } from '../platform/config.ts'
import { type EmbeddedPostgres, startPostgres } from '../platform/database/embedded-postgres.ts'
import { checkDatabases, checkReplica } from '../platform/database/migrations/check-database.ts'
import { migrateDatabase } from '../platform/database/migrations/migrate-database.ts'
import { hasExampleBank, siteNotices } from '../platform/pages/site.ts'
import { freeOfCharge } from '../platform/payments/config.ts'
import { releaseMemory, whenQuiet } from '../platform/quiet.ts'
import { readSettings } from '../platform/settings.ts'
import { StorageDown } from '../platform/storage/remote.ts'
import { reasonOf } from '../platform/system-errors.ts'
import { listenMetrics } from '../platform/watch/metrics-server.ts'
import { type App, buildApp } from './app.ts'
import { DEMO_PASSWORD } from './demo/demo.ts'
import { demoLogins, ensureDemo, takenText } from './demo/ensure.ts'
import { listen } from './listen.ts'
import { openWorkers } from './workers.ts'

/** What the start has opened so far, so that it can be closed at any point of the start. */
export interface Parts {
  embedded?: EmbeddedPostgres
  app?: App
  /** The ready line was printed: from here on there may be requests to wait for. */
  ready?: boolean
}

/** Configuration → PostgreSQL → migrations → demo → listen. When `signal` aborts, it throws its reason at the next step. */
export async function serve(parts: Parts, signal: AbortSignal): Promise<void> {
  const { config, note, notices } = await readSettings(process.env, process.cwd())
  if (note && !config.databaseUrl) console.log(note)
  for (const notice of notices) console.log(notice)
  const urls = await openDatabase(parts, config, signal)
  const { dataDir, log } = config
  const workers = openWorkers({ dataDir, ...urls, log })
  const app = await buildApp({ config, ...urls, log, ...workers })
  parts.app = app
  signal.throwIfAborted()
  await offerDemo(app, config, parts.embedded !== undefined)
  signal.throwIfAborted()
  whenQuiet(app.http.server, releaseMemory)
  const logins = await demoLogins(app.services.db)
  if (app.metrics && config.metrics) await listenMetrics(app.metrics, config.metrics)
  signal.throwIfAborted()
  // Last, as whoever waits for the start (`pianzhang health --wait`) takes the first answer for its success.
  const address = await listen(app.http, config)
  signal.throwIfAborted()
  parts.ready = true
  console.log(`片账 ready at ${address}`)
  if (logins.length > 0)
    console.log(
      `演示账号（密码 ${DEMO_PASSWORD}）：${logins.map((login) => `${login.phone} ${login.role}`).join('，')}`,
    )
  for (const warning of warnings(app)) console.log(warning)
  void app.services.storage
    .check()
    .catch((error: unknown) =>
      console.log(`注意：${storageTrouble(error)}；上传和查看文件会失败，其他功能不受影响`),
    )
}

/** For an operator who lets other people use this server: the data is missing, projects cost no money, or the bank account is an example. */
function warnings({ services: { config, site } }: App): string[] {
  const missing = siteNotices(site).map((notice) => `注意：${notice}`)
  const free = freeOfCharge(config)
  if (free) return [...missing, free]
  if (!hasExampleBank(site)) return missing
  return [
    ...missing,
    '注意：对公转账的收款账户是示例，须在环境变量 SITE 指定的文件中设置 bank（见 docs/运维/配置.md）',
  ]
}

const storageTrouble = (error: unknown) =>
  error instanceof StorageDown ? error.why : `文件存储无法使用：${reasonOf(error)}`

/** Opens and migrates the database; returns its addresses, with and without a pooler. */
async function openDatabase(parts: Parts, config: Config, signal: AbortSignal) {
  if (config.databaseUrl) {
    const checks = async () => {
      for (const notice of await checkDatabases(config)) console.log(notice)
      await checkReplica(config)
    }
    await unless(signal, checks())
  } else parts.embedded = await startPostgres({ dataDir: config.dataDir, signal })
  signal.throwIfAborted()
  const databaseUrl = parts.embedded?.url ?? config.databaseUrl ?? ''
  const directUrl = parts.embedded?.directUrl ?? config.databaseDirectUrl ?? databaseUrl
  // An abort does not wait for the migrations: they may wait for a lock, and each is one transaction, so none stays half done.
  await unless(signal, migrateDatabase(directUrl, 'serve'))
  return { databaseUrl, directUrl }
}

/** Creates the demo if `DEMO` says so, or if it is unset and the embedded database is empty. */
async function offerDemo({ services }: App, { demo }: Config, embedded: boolean): Promise<void> {
  if (!(demo ?? (embedded && (await isEmpty(services.db))))) return
  const result = await ensureDemo(services)
  if (result.state === 'created') await services.vacuum.all()
  if (result.state === 'taken') console.log(takenText(result.phones))
}

async function isEmpty(db: App['services']['db']): Promise<boolean> {
  const { rows } = await sql`select from companies limit 1`.execute(db)
  return rows.length === 0
}

/** The work's result; rejects as soon as `signal` aborts, without waiting for the work. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([work, aborted])
}
