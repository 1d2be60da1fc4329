import type { FastifyInstance } from 'fastify'
import { cleanAttachments } from '../base/attachments/clean.ts'
import { attachmentRoutes, registerFiles } from '../base/attachments/routes.ts'
import { featureRoutes } from '../base/companies/routes.ts'
import { refreshAllCommitments } from '../base/contracts/commitments.ts'
import { contractRoutes, registerContractFiles } from '../base/contracts/routes.ts'
import { invoiceRoutes, registerInvoiceFiles } from '../base/invoices/routes.ts'
import { registerCashier } from '../base/orders/cashier.ts'
import { registerOrderEvents } from '../base/orders/event-route.ts'
import { registerNotifications } from '../base/orders/notify.ts'
import { orderRoutes } from '../base/orders/routes.ts'
import { renewSearchTexts } from '../base/payees/pinyin.ts'
import { payeeRoutes, registerPayeeFiles } from '../base/payees/routes.ts'
import { projectRoutes } from '../base/projects/routes.ts'
import { roleRoutes } from '../base/roles/routes.ts'
import { clearOld } from '../base/sessions/clear.ts'
import { captchaRoutes, sessionRoutes } from '../base/sessions/routes.ts'
import { secondFactorRoutes, secondFactorRuleRoutes } from '../base/sessions/second-factor/routes.ts'
import { subjectRoutes } from '../base/subjects/routes.ts'
import { investmentTypeRoutes, paymentTypeRoutes } from '../base/types/routes.ts'
import { userRoutes } from '../base/users/routes.ts'
import { costBudgetStatisticsRoutes } from '../books/cost-budgets/charts.ts'
import { costBudgetRoutes, registerCostBudgetFiles } from '../books/cost-budgets/routes.ts'
import { investmentBudgetRoutes, registerInvestmentBudgetFiles } from '../books/investment-budgets/routes.ts'
import { paymentRoutes, registerPaymentFiles } from '../books/payments/routes.ts'
import { paymentStatisticsRoutes } from '../books/payments/statistics/charts.ts'
import { pettyCashStatisticsRoutes } from '../books/petty-cash/charts.ts'
import { pettyCashRoutes, registerPettyCashFiles } from '../books/petty-cash/routes.ts'
import { writeOffRoutes } from '../books/petty-cash/write-off/routes.ts'
import { receiptStatisticsRoutes } from '../books/receipts/charts.ts'
import { receiptRoutes, registerReceiptFiles } from '../books/receipts/routes.ts'
import { budgetVersionRoutes, registerBudgetVersionFiles } from '../features/budget-versions/routes.ts'
import { costReportRoutes, registerCostReportFiles } from '../features/cost-reports/routes.ts'
import { issueWeekly } from '../features/cost-reports/weekly.ts'
import { feeRoutes, registerFeeFiles } from '../features/fees/routes.ts'
import { missingInvoiceRoutes, registerMissingInvoiceFiles } from '../features/missing-invoices/routes.ts'
import { refreshAllMissing } from '../features/missing-invoices/stored-lines.ts'
import { payableRoutes, registerPayableFiles } from '../features/payables/routes.ts'
import { refreshAllRests } from '../features/payables/stored-instalments.ts'
import { retellByDay } from '../features/payment-requests/deputy-days.ts'
import { paymentRequestRoutes, registerPaymentRequestFiles } from '../features/payment-requests/routes.ts'
import { reminderRoutes } from '../features/reminders/routes.ts'
import { registerTransferFiles, transferBatchRoutes } from '../features/transfer-batches/routes.ts'
import { register } from '../platform/http/register.ts'
import { MANAGER } from '../platform/http/route.ts'
import type { Job } from '../platform/jobs.ts'
import type { Services } from '../platform/services.ts'
import { registerAuditLogFile } from '../views/audit-logs/export.ts'
import { auditLogRoutes } from '../views/audit-logs/routes.ts'
import { clearNotices } from '../views/notifications/clear.ts'
import { notificationRoutes } from '../views/notifications/routes.ts'
import { overviewRoutes, registerOverviewFiles } from '../views/overview/routes.ts'
import { selectRoutes } from '../views/selects/routes.ts'
import { systemRoutes } from '../views/system/routes.ts'
import { commonRoutes } from '../views/system/service-routes.ts'
import { noteSizes } from '../views/system/sizes.ts'
import { PAYMENT_SHEET } from './payment-sheet.ts'
import { CONTRACT_RULES, PAYEE_RULES, PAYMENT_RULES, PEOPLE_RULES } from './rules.ts'

export const COMMON = '/api/common'
const MINUTE_MS = 60_000
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** Registers the routes and files of all modules: what is not here is not served. */
export async function registerModules(http: FastifyInstance, services: Services): Promise<void> {
  register(http, services, COMMON, [...captchaRoutes, ...commonRoutes, ...attachmentRoutes])
  register(http, services, MANAGER, [
    ...sessionRoutes,
    ...secondFactorRoutes,
    ...secondFactorRuleRoutes,
    ...projectRoutes,
    ...orderRoutes,
    ...userRoutes(PEOPLE_RULES),
    ...roleRoutes(PEOPLE_RULES),
    ...featureRoutes,
    ...overviewRoutes,
    ...subjectRoutes,
    ...paymentTypeRoutes,
    ...investmentTypeRoutes,
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
    ...feeRoutes(PAYMENT_RULES),
    ...investmentBudgetRoutes,
    ...paymentRoutes(PAYMENT_RULES, PAYMENT_SHEET),
    ...paymentStatisticsRoutes,
    ...receiptRoutes,
    ...receiptStatisticsRoutes,
    ...pettyCashRoutes,
    ...pettyCashStatisticsRoutes,
    ...writeOffRoutes,
    ...notificationRoutes,
    ...auditLogRoutes,
    ...systemRoutes,
  ])
  registerOrderEvents(http, services, COMMON)
  await registerCashier(http, services)
  await registerNotifications(http, services, COMMON)
  await registerFiles(http, services, COMMON)
  registerCostBudgetFiles(http, services)
  registerPaymentFiles(PAYMENT_SHEET)(http, services)
  registerReceiptFiles(http, services)
  registerPettyCashFiles(http, services)
  registerContractFiles(http, services)
  registerOverviewFiles(http, services)
  registerInvestmentBudgetFiles(http, services)
  registerCostReportFiles(http, services)
  registerBudgetVersionFiles(http, services)
  registerPayableFiles(http, services)
  registerPaymentRequestFiles(http, services)
  registerFeeFiles(http, services)
  registerInvoiceFiles(http, services)
  registerMissingInvoiceFiles(http, services)
  registerPayeeFiles(http, services)
  registerTransferFiles(http, services)
  registerAuditLogFile(http, services)
}

/** Housekeeping of the modules. */
export const moduleJobs = (services: Services): Job[] => [
  { name: 'sessions', everyMs: HOUR_MS, run: () => clearOld(services) },
  { name: 'notifications', everyMs: HOUR_MS, run: () => clearNotices(services) },
  { name: 'deputies', everyMs: HOUR_MS, run: (signal) => retellByDay(services, signal) },
  { name: 'attachments', everyMs: HOUR_MS, run: (signal) => cleanAttachments(services, signal) },
  { name: 'payee_search', everyMs: 30 * DAY_MS, run: (signal) => renewSearchTexts(services, signal) },
  { name: 'weekly', everyMs: 5 * MINUTE_MS, run: (signal) => issueWeekly(services, signal) },
  { name: 'commitments', everyMs: HOUR_MS, run: (signal) => refreshAllCommitments(services, signal) },
  { name: 'instalments', everyMs: HOUR_MS, run: (signal) => refreshAllRests(services, signal) },
  { name: 'missing', everyMs: HOUR_MS, run: (signal) => refreshAllMissing(services, signal) },
  { name: 'sizes', everyMs: DAY_MS, run: (signal) => noteSizes(services, signal) },
]
