import { type App, buildApp } from './app.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, makeDemo } from './demo/demo.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { chooseDataDir, type EmbeddedPostgres, startPostgres } from './platform/embedded-postgres.ts'
import { migrate } from './platform/migrate.ts'

/** An operator is promised an end within 15 s: requests get 10, the database the rest. */
const REQUESTS_MS = 10_000

let app: App | undefined
let embedded: EmbeddedPostgres | undefined
let stopping = false

async function start(): Promise<void> {
  const { dataDir, note } = chooseDataDir(process.env, process.cwd())
  const config = readConfig(process.env, dataDir)
  if (!config.databaseUrl) {
    if (note) console.log(note)
    embedded = await startPostgres({ dataDir })
  }
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? ''
  await migrate(embedded?.directUrl ?? config.databaseDirectUrl ?? databaseUrl)
  app = await buildApp({ config, databaseUrl, log: process.env.LOG !== '0' })
  const empty = (await app.services.db.selectFrom('companies').select('id').limit(1).execute()).length === 0
  const demo = config.demo ?? (embedded !== undefined && empty)
  if (demo && empty) await makeDemo(app.services)
  if (stopping) return
  await app.http.listen({ host: config.host, port: config.port })
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  console.log(`片账 ready at http://${host}:${port}`)
  const demoCompany = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', DEMO_LOGINS[0].phone)
    .executeTakeFirst()
  if (demoCompany)
    console.log(
      `演示账号（密码 ${DEMO_PASSWORD}）：${DEMO_LOGINS.map((login) => `${login.phone} ${login.role}`).join('，')}`,
    )
}

/** Running requests end first; then the pools, then the database. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  const timer = setTimeout(() => app?.http.server.closeAllConnections(), REQUESTS_MS)
  await app?.close()
  clearTimeout(timer)
  await embedded?.stop()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })

try {
  await start()
} catch (error) {
  // A wrong setting or a port in use is said in words; anything else with its stack.
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    console.error(`端口已被占用，请用环境变量 PORT 指定其他端口：${(error as Error).message}`)
  else console.error(error instanceof ConfigError ? error.message : error)
  await stop().catch(() => undefined)
  process.exit(1)
}
