import type { FastifyInstance } from 'fastify'
import { LEDGERS } from '../ledgers.ts'
import { backupRows } from '../operator/backup/rows.ts'
import { purgeProjects } from '../operator/purge/purge.ts'
import { collectOrphans } from '../operator/storage/orphans.ts'
import { registerEvents } from '../platform/changes/event-routes.ts'
import { drainOnClose } from '../platform/http/server/drain.ts'
import { createHttp } from '../platform/http/server/http.ts'
import { registerOpenApi } from '../platform/http/server/openapi.ts'
import { Jobs } from '../platform/jobs.ts'
import { type Open, openServices, type ServiceOptions } from '../platform/open-services.ts'
import { registerPages } from '../platform/pages/pages.ts'
import { openProviders } from '../platform/payments/open.ts'
import { type Metrics, openMetrics } from '../platform/watch/metrics.ts'
import { stateOf } from '../platform/watch/state.ts'
import { SLOW } from '../platform/watch/statements.ts'
import { openTraces } from '../platform/watch/traces.ts'
import { type ExportProcess, STATE_PATH } from '../platform/workers/export-process.ts'
import type { FileProcesses } from '../platform/workers/file-processes.ts'
import { forwardBulk, requireBulkKey } from '../platform/workers/forward.ts'
import { Alerts } from '../views/system/alerts.ts'
import { COMMON, moduleJobs, registerModules } from './modules.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/**
 * Pause between the stop of the server and the 503 for imports, previews and readings of invoices that are still queued: a job that ends in it
 * frees a slot for one of them. Shorter than `REQUESTS_MS` of `main.ts`, after which their connections are closed.
 */
const QUEUE_MS = 5_000

interface AppOptions extends ServiceOptions {
  /** True: logs to standard output. Tests pass a stream. */
  log?: boolean | NodeJS.WritableStream
  /** The process that writes exports; without it this server writes them itself. */
  bulk?: ExportProcess
  /** The processes that read spreadsheets; without them this server reads them itself. */
  sheets?: FileProcesses
  /** The processes that read pictures and originals of invoices; without them this server reads them itself. */
  readers?: FileProcesses
  /** Set for the server in the export process: the key with which the main server forwards requests. */
  bulkKey?: string
}

export interface App extends Open {
  http: FastifyInstance
  /** Housekeeping, which only one of several servers does. */
  jobs: Jobs
  /** Undefined without `METRICS_PORT`. */
  metrics: Metrics | undefined
}

/** The server, built from its parts, not yet listening: what `main.ts` starts and tests call. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, bulk, sheets, readers, bulkKey } = options
  const { services, close, cut } = await openServices({
    ...options,
    limited: true,
    // The export process only serves exports: a few connections suffice.
    ...(bulkKey !== undefined && { connections: 8 }),
    ...(sheets && { sheetRunner: sheets }),
    ...(readers && { readingRunner: readers }),
  })
  if (bulkKey === undefined) await openProviders(services)
  const http = await createHttp(services, options.log ?? false)
  services.statements.report = (slow) => http.log.warn(slow, SLOW)
  const traces = await openTraces(process.env)
  // The export process trusts `traceparent` headers (its `trustProxy` is true), as only the main server reaches it.
  traces?.observe(http, config.trustProxy)
  services.statements.span = traces?.statement
  drainOnClose(http)
  const jobs = new Jobs(
    services,
    [
      ...moduleJobs(services),
      { name: 'orphans', everyMs: DAY_MS, run: (signal) => collectOrphans(services, signal) },
      { name: 'purge', everyMs: HOUR_MS, run: (signal) => purgeProjects(services, signal) },
      // A server of the operator's own database backs it up with the tools of that database.
      ...(config.databaseUrl === null
        ? [
            {
              name: 'rows',
              everyMs: DAY_MS,
              run: () => backupRows(services, options.directUrl ?? options.databaseUrl),
            },
          ]
        : []),
    ],
    traces?.job,
  )
  const alerts = new Alerts(services)
  if (bulkKey === undefined) {
    jobs.start()
    alerts.start()
  }
  const metrics =
    config.metrics === null || bulkKey !== undefined
      ? undefined
      : await openMetrics({
          http,
          state: () => stateOf(services),
          bulkState: async () => (await bulk?.state()) ?? null,
          jobs: () => jobs.state(),
          readiness: services.readiness,
        })
  if (bulk) forwardBulk(http, bulk)
  if (bulkKey !== undefined) {
    requireBulkKey(http, bulkKey)
    http.get(STATE_PATH, async () => stateOf(services))
  }
  await registerOpenApi(http)
  await registerModules(http, services)
  registerEvents(http, services, COMMON, new Map(LEDGERS.map(({ resource, shownIn }) => [resource, shownIn])))
  // `preClose` runs before Fastify waits for running requests, which event streams and queued requests would hold up: streams end and queued
  // exports get 503 at once, other queued requests after `QUEUE_MS`.
  http.addHook('preClose', async () => {
    alerts.stop()
    services.readiness.stop()
    setTimeout(() => {
      services.sheetSlots.close()
      services.readingSlots.close()
      services.pictureSlots.close()
    }, QUEUE_MS).unref()
    services.exportSlots.close()
    bulk?.refuse()
    await services.changes.close()
  })
  await registerPages(http, services)
  return {
    http,
    services,
    jobs,
    metrics,
    close: async () => {
      await Promise.all([http.close(), jobs.stop()])
      await Promise.all([bulk?.close(), sheets?.close(), readers?.close(), traces?.close()])
      await close()
    },
    cut: () => {
      http.server.closeAllConnections()
      bulk?.cut()
      sheets?.cut()
      readers?.cut()
      cut()
    },
  }
}
