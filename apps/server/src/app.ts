import type { FastifyInstance } from 'fastify'
import { forwardBulk, refuseStrangers } from './bulk/forward.ts'
import type { BulkThread } from './bulk/thread.ts'
import { cleanAttachments } from './modules/attachments/clean.ts'
import { attachmentRoutes, registerFiles } from './modules/attachments/routes.ts'
import { registerEvents } from './modules/common/event-routes.ts'
import { commonRoutes } from './modules/common/routes.ts'
import { contractRoutes } from './modules/contracts/routes.ts'
import { registerPaymentFiles } from './modules/cost-executions/file-routes.ts'
import { paymentRoutes } from './modules/cost-executions/routes.ts'
import { paymentStatisticsRoutes } from './modules/cost-executions/statistics-routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { payCategoryRoutes } from './modules/pay-categories/routes.ts'
import { projectRoutes } from './modules/projects/routes.ts'
import { selectRoutes } from './modules/selects/routes.ts'
import { clearOld } from './modules/sessions/clear.ts'
import { captchaRoutes, sessionRoutes } from './modules/sessions/routes.ts'
import { subjectRoutes } from './modules/subjects/routes.ts'
import { Changes } from './platform/changes.ts'
import type { Config } from './platform/config.ts'
import { openDatabase, Pools } from './platform/database.ts'
import { drainOnClose } from './platform/drain.ts'
import { createHttp, register } from './platform/http.ts'
import { Notices } from './platform/notices.ts'
import { registerOpenApi } from './platform/openapi.ts'
import { registerPages } from './platform/pages.ts'
import { Prepared } from './platform/prepared.ts'
import { loadSecret } from './platform/secret.ts'
import type { Services } from './platform/services.ts'
import { loadSite } from './platform/site.ts'
import { openLocalStorage } from './platform/storage/local.ts'

const MANAGER = '/api/manager'
const COMMON = '/api/common'
const HOUR_MS = 3600_000

export interface AppOptions {
  config: Config
  databaseUrl: string
  /** The same without a pooler in between, to listen on; `databaseUrl` where there is none. */
  directUrl?: string
  clock?: () => Date
  log?: boolean
  /** Does what takes seconds of work, so that nobody waits behind it; without it this server does it itself. */
  bulk?: BulkThread
  /** For the server in that thread: its callers come through the main one, and show this. */
  behind?: string
}

/** Parts that are open, and how they end. */
interface Open {
  services: Services
  /** Waits for what still runs. */
  close(): Promise<void>
  /** Waits for nothing: whoever still works loses the connection. `close()` then comes to its end. */
  cut(): void
}

export interface App extends Open {
  http: FastifyInstance
}

/** Opens the parts that handlers use; the operator's commands use them without HTTP. */
export async function openServices(options: AppOptions): Promise<Open> {
  const { config } = options
  const pools = new Pools(options.databaseUrl)
  const prepared = config.databasePrepare ? new Prepared(warnOfPooler) : undefined
  const notices = new Notices(pools.open({ max: 1, application_name: 'pianzhang-notices' }))
  const services: Services = {
    config,
    secret: await loadSecret(config),
    site: await loadSite(config.siteFile),
    // The thread asks for little besides.
    db: openDatabase(pools.open(options.behind === undefined ? {} : { max: 8 }), prepared),
    imports: pools.open({ max: 3, connectionTimeoutMillis: 0 }),
    exports: pools.open({ max: 4 }),
    numbers: openDatabase(pools.open({ max: 2 }), prepared),
    notices,
    changes: new Changes(options.directUrl ?? options.databaseUrl),
    storage: await openLocalStorage(config.dataDir),
    clock: options.clock ?? (() => new Date()),
  }
  return {
    services,
    close: async () => {
      await notices.close()
      await pools.end()
    },
    cut: () => pools.cut(),
  }
}

const warnOfPooler = () =>
  console.warn(
    'DATABASE_URL 的连接池不支持预备语句（PgBouncer 1.21 起由 max_prepared_statements 支持），本次运行不再使用；可设置 DATABASE_PREPARE=0',
  )

/** The server, built from its parts, not yet listening: what `main.ts` starts and tests call. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { services, close, cut } = await openServices(options)
  const http = await createHttp(services, options.log ?? false)
  drainOnClose(http)
  const { bulk, behind } = options
  if (bulk) forwardBulk(http, bulk)
  if (behind !== undefined) refuseStrangers(http, behind)
  await registerOpenApi(http)
  register(http, services, COMMON, [...captchaRoutes, ...commonRoutes, ...attachmentRoutes])
  register(http, services, MANAGER, [
    ...sessionRoutes,
    ...projectRoutes,
    ...subjectRoutes,
    ...payCategoryRoutes,
    ...selectRoutes,
    ...contractRoutes,
    ...invoiceRoutes,
    ...paymentRoutes,
    ...paymentStatisticsRoutes,
  ])
  registerEvents(http, services, COMMON)
  // Streams have no end of their own: closing must not wait for them.
  http.addHook('preClose', () => services.changes.close())
  await registerFiles(http, services, COMMON)
  registerPaymentFiles(http, services, MANAGER)
  await registerPages(http)
  const housekeeping = setInterval(() => {
    void clearOld(services).catch((error: unknown) =>
      http.log.error({ err: error }, 'clearing old rows failed'),
    )
    void cleanAttachments(services).catch((error: unknown) =>
      http.log.error({ err: error }, 'cleaning attachments failed'),
    )
  }, HOUR_MS)
  housekeeping.unref()
  return {
    http,
    services,
    close: async () => {
      clearInterval(housekeeping)
      await http.close()
      await bulk?.close()
      await close()
    },
    cut: () => {
      http.server.closeAllConnections()
      bulk?.cut()
      cut()
    },
  }
}
