import type { FastifyInstance } from 'fastify'
import { cleanAttachments } from './modules/attachments/clean.ts'
import { attachmentRoutes, registerFiles } from './modules/attachments/routes.ts'
import { commonRoutes } from './modules/common/routes.ts'
import { contractRoutes } from './modules/contracts/routes.ts'
import { registerPaymentImport } from './modules/cost-executions/import-route.ts'
import { paymentRoutes } from './modules/cost-executions/routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { payCategoryRoutes } from './modules/pay-categories/routes.ts'
import { projectRoutes } from './modules/projects/routes.ts'
import { selectRoutes } from './modules/selects/routes.ts'
import { clearOld } from './modules/sessions/clear.ts'
import { captchaRoutes, sessionRoutes } from './modules/sessions/routes.ts'
import { subjectRoutes } from './modules/subjects/routes.ts'
import { type Config, loadSecret } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { createHttp, register } from './platform/http.ts'
import { registerOpenApi } from './platform/openapi.ts'
import { registerPages } from './platform/pages.ts'
import type { Services } from './platform/services.ts'
import { loadSite } from './platform/site.ts'
import { openLocalStorage } from './platform/storage/local.ts'

const MANAGER = '/api/manager'
const COMMON = '/api/common'
const HOUR_MS = 3600_000

export interface AppOptions {
  config: Config
  databaseUrl: string
  clock?: () => Date
  log?: boolean
}

export interface App {
  http: FastifyInstance
  services: Services
  close(): Promise<void>
}

/** Opens the parts that handlers use; the operator's commands use them without HTTP. */
export async function openServices(
  options: AppOptions,
): Promise<{ services: Services; close(): Promise<void> }> {
  const { config } = options
  const pool = openPool(options.databaseUrl)
  const numbersPool = openPool(options.databaseUrl, { max: 2 })
  const imports = openPool(options.databaseUrl, { max: 3, connectionTimeoutMillis: 0 })
  const services: Services = {
    config,
    secret: await loadSecret(config),
    site: await loadSite(config.siteFile),
    db: openDatabase(pool),
    imports,
    numbers: openDatabase(numbersPool),
    storage: await openLocalStorage(config.dataDir),
    clock: options.clock ?? (() => new Date()),
  }
  const close = async () => {
    await Promise.all([services.db.destroy(), services.numbers.destroy(), imports.end()])
  }
  return { services, close }
}

/** The server, built from its parts, not yet listening: what `main.ts` starts and tests call. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { services, close } = await openServices(options)
  const http = await createHttp(services, options.log ?? false)
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
  ])
  await registerFiles(http, services, COMMON)
  registerPaymentImport(http, services, MANAGER)
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
      await close()
    },
  }
}
