import type * as auditLogs from '../audit-logs.ts'
import type { noQuery } from '../dashboard.ts'
import { answer, ask, body, get, post, query, resource, shapes } from '../endpoint.ts'
import type { fileAnswer } from '../imports.ts'
import type { notificationCounts, notificationList, notificationQuery, readBody } from '../notifications.ts'
import type * as overview from '../overview.ts'
import type { optionsAnswer } from '../page.ts'
import type { payeeOptions, payeeSelectQuery } from '../payees.ts'
import type { roleOptions, selectQuery } from '../selects.ts'
import type { subjectTrees } from '../subjects.ts'
import type { jobAnswer, systemState } from '../system.ts'

// What only reads.

export const auditLogApi = resource('/audit_logs', {
  list: get('', query<typeof auditLogs.auditLogQuery, typeof auditLogs.auditLogList>()),
  show: get('/:id', answer<typeof auditLogs.auditLog>()),
  export: ask(
    '/export',
    shapes<{
      query: typeof auditLogs.auditLogExportQuery
      body: typeof auditLogs.auditLogExportBody
      answer: typeof fileAnswer
    }>(),
  ),
})

export const notificationApi = resource('/notifications', {
  list: get('', query<typeof notificationQuery, typeof notificationList>()),
  counts: get('/counts', answer<typeof notificationCounts>()),
  read: post('/read', body<typeof readBody, typeof notificationCounts>()),
})

export const overviewApi = resource('/projects/dashboard', {
  amounts: get('/amount', answer<typeof overview.projectAmounts>()),
  contracts: get('/contract', answer<typeof overview.contractAmounts>()),
  investment_compare: get('/investment_compare', query<typeof noQuery, typeof overview.investmentCompare>()),
  cost_compare_subject_one: get(
    '/cost_compare_subject_one',
    query<typeof overview.costCompareQuery, typeof overview.costCompare>(),
  ),
  cost_compare_subject_two: get(
    '/cost_compare_subject_two',
    query<typeof overview.costCompareQuery, typeof overview.costCompare>(),
  ),
  cost_compare_subject_three: get(
    '/cost_compare_subject_three',
    query<typeof overview.costCompareQuery, typeof overview.costCompare>(),
  ),
  contract_compare_paid: get(
    '/contract_compare_paid',
    query<typeof overview.contractCompareQuery, typeof overview.contractCompare>(),
  ),
})

export const selectApi = resource('/selects', {
  payees: get('/payees', query<typeof payeeSelectQuery, typeof payeeOptions>()),
  roles: get('/roles', query<typeof selectQuery, typeof roleOptions>()),
  users: get('/users', query<typeof selectQuery, typeof optionsAnswer>()),
  logUsers: get('/audit_log_users', query<typeof selectQuery, typeof optionsAnswer>()),
  projects: get('/projects', query<typeof selectQuery, typeof optionsAnswer>()),
  subjectTrees: get('/subject_trees', query<typeof selectQuery, typeof subjectTrees>()),
  subjects: get('/subjects', query<typeof selectQuery, typeof optionsAnswer>()),
  subjectThree: get('/subject_three', query<typeof selectQuery, typeof optionsAnswer>()),
  paymentTypes: get('/pay_categories', query<typeof selectQuery, typeof optionsAnswer>()),
  investmentTypes: get('/investment_categories', query<typeof selectQuery, typeof optionsAnswer>()),
  contractTypes: get('/contract_categories', query<typeof selectQuery, typeof optionsAnswer>()),
  payChannels: get('/cost_execution_pay_channels', query<typeof selectQuery, typeof optionsAnswer>()),
  voucherCategories: get(
    '/cost_execution_voucher_categories',
    query<typeof selectQuery, typeof optionsAnswer>(),
  ),
  faceTaxRates: get('/cost_execution_face_tax_rate', query<typeof selectQuery, typeof optionsAnswer>()),
})

export const systemApi = resource('/system', {
  state: get('', answer<typeof systemState>()),
  retryJob: post('/jobs/:name/retry', answer<typeof jobAnswer>()),
})
