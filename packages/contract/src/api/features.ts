import type * as budgetVersions from '../budget-versions.ts'
import type * as costReport from '../cost-report.ts'
import type { noQuery } from '../dashboard.ts'
import { answer, ask, body, get, post, put, query, remove, resource } from '../endpoint.ts'
import type * as fees from '../fees.ts'
import type { fileAnswer } from '../imports.ts'
import type * as missingInvoices from '../missing-invoices.ts'
import type { nothing } from '../page.ts'
import type * as payables from '../payables.ts'
import type { payeeMissing } from '../payees.ts'
import type * as paymentRequests from '../payment-requests.ts'
import type * as reminders from '../reminders.ts'
import type { remitBody, remittance, remittanceQuery, remitted } from '../remittances.ts'
import type * as transferBatches from '../transfer-batches.ts'

// What a company switches.

export const instalmentApi = resource('/contracts/:code/instalments', {
  plan: get('', answer<typeof payables.instalments>()),
  save: put('', body<typeof payables.instalmentsBody, typeof payables.instalments>()),
  reach: post('/:instalment/reached', body<typeof payables.reachedBody, typeof payables.instalments>()),
})

export const budgetVersionApi = resource('/budget_versions', {
  list: get('', query<typeof budgetVersions.budgetVersionQuery, typeof budgetVersions.budgetVersionList>()),
  create: post('', body<typeof budgetVersions.lockBody, typeof budgetVersions.budgetVersion>()),
  compare: get(
    '/compare',
    query<typeof budgetVersions.compareQuery, typeof budgetVersions.budgetComparison>(),
  ),
  unlock: post(
    '/:code/unlock',
    body<typeof budgetVersions.unlockBody, typeof budgetVersions.budgetVersion>(),
  ),
  exportComparison: ask(
    '/compare/export',
    body<typeof budgetVersions.compareExportQuery, typeof fileAnswer>(),
  ),
  export: ask('/export', body<typeof budgetVersions.budgetVersionExportQuery, typeof fileAnswer>()),
})

export const budgetMoveApi = resource('/budget_moves', {
  list: get('', query<typeof budgetVersions.budgetMoveQuery, typeof budgetVersions.budgetMoveList>()),
  create: post('', body<typeof budgetVersions.moveBody, typeof budgetVersions.movedAnswer>()),
  remove: remove('/:code', answer<typeof nothing>()),
  export: ask('/export', body<typeof budgetVersions.budgetMoveExportQuery, typeof fileAnswer>()),
})

export const issuedReportApi = resource('/cost_reports', {
  list: get('', query<typeof costReport.issuedReportQuery, typeof costReport.issuedReportList>()),
  issue: post('', body<typeof costReport.costReportIssue, typeof costReport.issuedReport>()),
  show: get('/:code', answer<typeof costReport.issuedReportDetail>()),
  withdraw: remove('/:code', answer<typeof nothing>()),
  exportOne: ask('/:code/export', answer<typeof fileAnswer>()),
  export: ask('/export', body<typeof costReport.issuedReportExportQuery, typeof fileAnswer>()),
})

export const costReportApi = resource('/cost_report', {
  report: get('', query<typeof costReport.costReportQuery, typeof costReport.costReport>()),
  daily: get('/daily', answer<typeof costReport.dailyCosts>()),
  saveEstimate: put(
    '/estimates/:subject_code',
    body<typeof costReport.estimateBody, typeof costReport.estimateAnswer>(),
  ),
  export: ask('/export', body<typeof costReport.costReportExportQuery, typeof fileAnswer>()),
  exportDaily: ask('/daily/export', body<typeof noQuery, typeof fileAnswer>()),
  exportEstimates: ask('/estimates/export', body<typeof noQuery, typeof fileAnswer>()),
})

export const shootingDayApi = resource('/shooting_days', {
  days: get('', answer<typeof costReport.shootingDays>()),
  save: put('', body<typeof costReport.shootingDaysBody, typeof costReport.shootingDays>()),
})

export const feeApi = resource('/labor_tax', {
  exportDeclaration: ask('/export', body<typeof fees.declarationBody, typeof fileAnswer>()),
  calculate: ask('/calculate', body<typeof fees.calculateBody, typeof fees.calculation>()),
  list: get('', query<typeof fees.feeQuery, typeof fees.feeList>()),
  setting: get('/setting', answer<typeof fees.taxSetting>()),
  saveSetting: put('/setting', body<typeof fees.taxSettingBody, typeof fees.taxSetting>()),
  months: get('/months', query<typeof fees.taxMonthsQuery, typeof fees.taxMonths>()),
  people: get('/months/:month', query<typeof fees.taxPeopleQuery, typeof fees.taxPeople>()),
  remittance: ask('/remittance', body<typeof remittanceQuery, typeof remittance>()),
  remit: post('/remittance/pay', body<typeof remitBody, typeof remitted>()),
  create: post('', body<typeof fees.feeBody, typeof fees.fee>()),
  update: put('/:code', body<typeof fees.feeUpdate, typeof fees.fee>()),
  exportRecords: ask('/records/export', body<typeof fees.feeExportQuery, typeof fileAnswer>()),
  exportMonths: ask('/months/export', body<typeof noQuery, typeof fileAnswer>()),
})

export const missingInvoiceApi = {
  ...resource('/missing_invoices', {
    list: get('', query<typeof missingInvoices.missingQuery, typeof missingInvoices.missingList>()),
    payers: get(
      '/payers',
      query<typeof missingInvoices.missingPayersQuery, typeof missingInvoices.missingPayers>(),
    ),
    totals: get(
      '/totals',
      query<typeof missingInvoices.missingTotalsQuery, typeof missingInvoices.missingTotals>(),
    ),
    counts: get('/counts', answer<typeof missingInvoices.missingCounts>()),
    message: get(
      '/message',
      query<typeof missingInvoices.missingMessageQuery, typeof missingInvoices.missingMessage>(),
    ),
    match: ask('/match', body<typeof missingInvoices.matchBody, typeof missingInvoices.missingMatches>()),
    link: post('/link', body<typeof missingInvoices.linkBody, typeof missingInvoices.linkAnswer>()),
    mark: post('/mark', body<typeof missingInvoices.markBody, typeof missingInvoices.linkAnswer>()),
    export: ask('/export', body<typeof missingInvoices.missingExportQuery, typeof fileAnswer>()),
  }),
  missingInvoices: get('/payees/:code/missing_invoices', answer<typeof payeeMissing>()),
}

export const invoiceTitleApi = resource('/invoice_title', {
  title: get('', answer<typeof missingInvoices.invoiceTitle>()),
  save: put('', body<typeof missingInvoices.titleUpdate, typeof missingInvoices.invoiceTitle>()),
})

export const payableApi = resource('/payables', {
  list: get('', query<typeof payables.payableQuery, typeof payables.payableList>()),
  draft: get('/draft', query<typeof payables.draftQuery, typeof payables.payableDrafts>()),
  pay: post('/pay', body<typeof payables.payBody, typeof payables.payAnswer>()),
  forecast: get('/forecast', query<typeof payables.forecastQuery, typeof payables.forecast>()),
  export: ask('/export', body<typeof payables.payableExportQuery, typeof fileAnswer>()),
  exportForecast: ask('/forecast/export', body<typeof payables.forecastQuery, typeof fileAnswer>()),
})

export const paymentRequestApi = resource('/payment_requests', {
  list: get(
    '',
    query<typeof paymentRequests.paymentRequestQuery, typeof paymentRequests.paymentRequestList>(),
  ),
  counts: get('/counts', answer<typeof paymentRequests.requestCounts>()),
  reasons: get('/reasons', answer<typeof paymentRequests.rejectReasons>()),
  rules: get('/rules', answer<typeof paymentRequests.approvalRules>()),
  bands: get('/bands', answer<typeof paymentRequests.approvalBands>()),
  saveRules: put(
    '/rules',
    body<typeof paymentRequests.approvalRulesBody, typeof paymentRequests.approvalRules>(),
  ),
  saveDeputy: put('/deputy', body<typeof paymentRequests.deputyBody, typeof paymentRequests.approvalRules>()),
  show: get('/:code', answer<typeof paymentRequests.paymentRequest>()),
  create: post('', body<typeof paymentRequests.paymentRequestBody, typeof paymentRequests.paymentRequest>()),
  update: put(
    '/:code',
    body<typeof paymentRequests.paymentRequestBody, typeof paymentRequests.paymentRequest>(),
  ),
  remove: remove('/:code', answer<typeof nothing>()),
  submit: post(
    '/:code/submit',
    body<typeof paymentRequests.requestAct, typeof paymentRequests.paymentRequest>(),
  ),
  withdraw: post(
    '/:code/withdraw',
    body<typeof paymentRequests.requestAct, typeof paymentRequests.paymentRequest>(),
  ),
  approve: post(
    '/:code/approve',
    body<typeof paymentRequests.requestAct, typeof paymentRequests.approvedRequest>(),
  ),
  reject: post(
    '/:code/reject',
    body<typeof paymentRequests.rejectBody, typeof paymentRequests.paymentRequest>(),
  ),
  approveMany: post(
    '/approve',
    body<typeof paymentRequests.approveBody, typeof paymentRequests.approvedAnswer>(),
  ),
  export: ask('/export', body<typeof paymentRequests.paymentRequestExportQuery, typeof fileAnswer>()),
})

export const reminderApi = {
  ...resource('/contract_cautions', {
    list: get('', query<typeof reminders.reminderListQuery, typeof reminders.reminderList>()),
    show: get('/:code', answer<typeof reminders.reminder>()),
    create: post('', body<typeof reminders.reminderBody, typeof reminders.reminder>()),
    update: put('/:code', body<typeof reminders.reminderUpdate, typeof reminders.reminder>()),
    remove: remove('/:code', answer<typeof nothing>()),
  }),
  messages: get('/contract_messages', answer<typeof reminders.contractMessages>()),
}

export const transferBatchApi = resource('/transfer_batches', {
  list: get('', query<typeof transferBatches.transferBatchQuery, typeof transferBatches.transferBatchList>()),
  formats: get('/formats', answer<typeof transferBatches.transferFormats>()),
  preview: ask(
    '/preview',
    body<typeof transferBatches.transferBody, typeof transferBatches.transferPreview>(),
  ),
  show: get('/:code', answer<typeof transferBatches.transferBatchShown>()),
  create: post('', body<typeof transferBatches.transferBody, typeof transferBatches.transferBatchFile>()),
  file: ask('/:code/file', answer<typeof fileAnswer>()),
  cancel: post('/:code/cancel', answer<typeof transferBatches.transferBatch>()),
})
