import type { FastifyInstance } from 'fastify'
import { cleanAttachments } from '../modules/attachments/clean.ts'
import { attachmentRoutes, registerFiles } from '../modules/attachments/routes.ts'
import { registerAuditLogFile } from '../modules/audit-logs/export.ts'
import { auditLogRoutes } from '../modules/audit-logs/routes.ts'
import { budgetVersionRoutes, registerBudgetVersionFiles } from '../modules/budget-versions/routes.ts'
import { commonRoutes } from '../modules/common/routes.ts'
import { reminderRoutes } from '../modules/contract-cautions/routes.ts'
import { refreshAllCommitments } from '../modules/contracts/commitments.ts'
import { contractRoutes, registerContractFiles } from '../modules/contracts/routes.ts'
import { costBudgetStatisticsRoutes } from '../modules/cost-budgets/charts.ts'
import { costBudgetRoutes, registerCostBudgetFiles } from '../modules/cost-budgets/routes.ts'
import { paymentRoutes, registerPaymentFiles } from '../modules/cost-executions/routes.ts'
import { paymentStatisticsRoutes } from '../modules/cost-executions/statistics/charts.ts'
import { costReportRoutes, registerCostReportFiles } from '../modules/cost-reports/routes.ts'
import { issueWeekly } from '../modules/cost-reports/weekly.ts'
import { featureRoutes } from '../modules/features/routes.ts'
import { imprestStatisticsRoutes } from '../modules/imprests/charts.ts'
import { imprestRoutes, registerImprestFiles } from '../modules/imprests/routes.ts'
import { writeOffRoutes } from '../modules/imprests/write-off/routes.ts'
import {
  investmentBudgetRoutes,
  registerInvestmentBudgetFiles,
} from '../modules/investment-budgets/routes.ts'
import { investmentCategoryRoutes } from '../modules/investment-categories/routes.ts'
import { receiptStatisticsRoutes } from '../modules/investment-executions/charts.ts'
import { receiptRoutes, registerReceiptFiles } from '../modules/investment-executions/routes.ts'
import { invoiceRoutes, registerInvoiceFiles } from '../modules/invoices/routes.ts'
import { laborTaxRoutes, registerLaborTaxFiles } from '../modules/labor-tax/routes.ts'
import { LEDGERS } from '../modules/ledgers.ts'
import { missingInvoiceRoutes, registerMissingInvoiceFiles } from '../modules/missing-invoices/routes.ts'
import { refreshAllMissing } from '../modules/missing-invoices/stored-lines.ts'
import { clearNotices } from '../modules/notifications/clear.ts'
import { notificationRoutes } from '../modules/notifications/routes.ts'
import { registerCashier } from '../modules/orders/cashier.ts'
import { registerOrderEvents } from '../modules/orders/event-route.ts'
import { registerNotifications } from '../modules/orders/notify.ts'
import { orderRoutes } from '../modules/orders/routes.ts'
import { overviewRoutes, registerOverviewFiles } from '../modules/overview/routes.ts'
import { payCategoryRoutes } from '../modules/pay-categories/routes.ts'
import { payableRoutes, registerPayableFiles } from '../modules/payables/routes.ts'
import { refreshAllRests } from '../modules/payables/stored-instalments.ts'
import { renewSearchTexts } from '../modules/payees/pinyin.ts'
import { payeeRoutes, registerPayeeFiles } from '../modules/payees/routes.ts'
import { retellByDay } from '../modules/payment-requests/deputy-days.ts'
import { paymentRequestRoutes, registerPaymentRequestFiles } from '../modules/payment-requests/routes.ts'
import { projectRoutes } from '../modules/projects/routes.ts'
import { roleRoutes } from '../modules/roles/routes.ts'
import { CONTRACT_RULES, PAYEE_RULES, PAYMENT_RULES } from '../modules/rules.ts'
import { selectRoutes } from '../modules/selects/routes.ts'
import { clearOld } from '../modules/sessions/clear.ts'
import { captchaRoutes, sessionRoutes } from '../modules/sessions/routes.ts'
import { secondFactorRoutes, secondFactorRuleRoutes } from '../modules/sessions/second-factor/routes.ts'
import { subjectRoutes } from '../modules/subjects/routes.ts'
import { Alerts } from '../modules/system/alerts.ts'
import { systemRoutes } from '../modules/system/routes.ts'
import { noteSizes } from '../modules/system/sizes.ts'
import { registerTransferFiles, transferBatchRoutes } from '../modules/transfer-batches/routes.ts'
import { userRoutes } from '../modules/users/routes.ts'
import { backupRows } from '../operator/backup/rows.ts'
import { purgeProjects } from '../operator/purge/purge.ts'
import { collectOrphans } from '../operator/storage/orphans.ts'
import { registerEvents } from '../platform/changes/event-routes.ts'
import { register } from '../platform/http/register.ts'
import { MANAGER } from '../platform/http/route.ts'
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

const COMMON = '/api/common'
const MINUTE_MS = 60_000
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/**
 * Pause between the stop of the server and the 503 for imports, previews and readings of invoices that are still queued: a job that ends in it
 * frees a slot for one of them. Shorter than `REQUESTS_MS` of `main.ts`, after which their connections are closed.
 */
const QUEUE_MS = 5_000

export interface AppOptions extends ServiceOptions {
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
      { name: 'sessions', everyMs: HOUR_MS, run: () => clearOld(services) },
      { name: 'notifications', everyMs: HOUR_MS, run: () => clearNotices(services) },
      { name: 'deputies', everyMs: HOUR_MS, run: (signal) => retellByDay(services, signal) },
      { name: 'attachments', everyMs: HOUR_MS, run: (signal) => cleanAttachments(services, signal) },
      { name: 'orphans', everyMs: DAY_MS, run: (signal) => collectOrphans(services, signal) },
      { name: 'payee_search', everyMs: 30 * DAY_MS, run: (signal) => renewSearchTexts(services, signal) },
      { name: 'purge', everyMs: HOUR_MS, run: (signal) => purgeProjects(services, signal) },
      { name: 'weekly', everyMs: 5 * MINUTE_MS, run: (signal) => issueWeekly(services, signal) },
      { name: 'commitments', everyMs: HOUR_MS, run: (signal) => refreshAllCommitments(services, signal) },
      { name: 'instalments', everyMs: HOUR_MS, run: (signal) => refreshAllRests(services, signal) },
      { name: 'missing', everyMs: HOUR_MS, run: (signal) => refreshAllMissing(services, signal) },
      { name: 'sizes', everyMs: DAY_MS, run: (signal) => noteSizes(services, signal) },
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
  register(http, services, COMMON, [...captchaRoutes, ...commonRoutes, ...attachmentRoutes])
  register(http, services, MANAGER, [
    ...sessionRoutes,
    ...secondFactorRoutes,
    ...secondFactorRuleRoutes,
    ...projectRoutes,
    ...orderRoutes,
    ...userRoutes,
    ...roleRoutes,
    ...featureRoutes,
    ...overviewRoutes,
    ...subjectRoutes,
    ...payCategoryRoutes,
    ...investmentCategoryRoutes,
    ...selectRoutes,
    ...payeeRoutes(PAYEE_RULES),
    ...transferBatchRoutes,
    ...contractRoutes(CONTRACT_RULES),
    ...reminderRoutes,
    ...invoiceRoutes,
    ...missingInvoiceRoutes(PAYMENT_RULES),
    ...costBudgetRoutes,
    ...costBudgetStatisticsRoutes,
    ...costReportRoutes,
    ...budgetVersionRoutes,
    ...payableRoutes(PAYMENT_RULES),
    ...paymentRequestRoutes,
    ...laborTaxRoutes(PAYMENT_RULES),
    ...investmentBudgetRoutes,
    ...paymentRoutes(PAYMENT_RULES),
    ...paymentStatisticsRoutes,
    ...receiptRoutes,
    ...receiptStatisticsRoutes,
    ...imprestRoutes,
    ...imprestStatisticsRoutes,
    ...writeOffRoutes,
    ...notificationRoutes,
    ...auditLogRoutes,
    ...systemRoutes,
  ])
  registerEvents(http, services, COMMON, new Map(LEDGERS.map(({ resource, shownIn }) => [resource, shownIn])))
  registerOrderEvents(http, services, COMMON)
  await registerCashier(http, services)
  await registerNotifications(http, services, COMMON)
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
  await registerFiles(http, services, COMMON)
  registerCostBudgetFiles(http, services)
  registerPaymentFiles(http, services)
  registerReceiptFiles(http, services)
  registerImprestFiles(http, services)
  registerContractFiles(http, services)
  registerOverviewFiles(http, services)
  registerInvestmentBudgetFiles(http, services)
  registerCostReportFiles(http, services)
  registerBudgetVersionFiles(http, services)
  registerPayableFiles(http, services)
  registerPaymentRequestFiles(http, services)
  registerLaborTaxFiles(http, services)
  registerInvoiceFiles(http, services)
  registerMissingInvoiceFiles(http, services)
  registerPayeeFiles(http, services)
  registerTransferFiles(http, services)
  registerAuditLogFile(http, services)
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
