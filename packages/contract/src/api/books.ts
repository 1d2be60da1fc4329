import type { addedVouchers } from '../attachments.ts'
import type * as costBudgets from '../cost-budgets.ts'
import type * as dashboard from '../dashboard.ts'
import { answer, ask, body, get, post, put, query, resource } from '../endpoint.ts'
import type { fileAnswer } from '../imports.ts'
import type * as investmentBudgets from '../investment-budgets.ts'
import type { paymentTypeChart } from '../payment-dashboard.ts'
import type { duplicates, duplicatesQuery } from '../payment-duplicates.ts'
import type * as payments from '../payments.ts'
import type * as pettyCash from '../petty-cash.ts'
import type * as receipts from '../receipts.ts'

// Where money is written.

export const costBudgetApi = resource('/cost_budgets', {
  list: get('', query<typeof costBudgets.costBudgetListQuery, typeof costBudgets.costBudgetList>()),
  episodes: get('/dashboard/epis', answer<typeof costBudgets.episodesAnswer>()),
  saveEpisodes: put(
    '/dashboard/epis',
    body<typeof costBudgets.episodesBody, typeof costBudgets.episodesAnswer>(),
  ),
  left: get('/dashboard/left', answer<typeof costBudgets.budgetsLeft>()),
  show: get('/:code', answer<typeof costBudgets.costBudget>()),
  create: post('', body<typeof costBudgets.costBudgetBody, typeof costBudgets.costBudget>()),
  update: put('/:code', body<typeof costBudgets.costBudgetUpdate, typeof costBudgets.costBudget>()),
  export: ask('/export', body<typeof costBudgets.costBudgetExportQuery, typeof fileAnswer>()),
  total_amount: get(
    '/dashboard/total_amount',
    query<typeof dashboard.noQuery, typeof dashboard.totalAmount>(),
  ),
  subject_one: get(
    '/dashboard/subject_one',
    query<typeof costBudgets.costBudgetSubjectQuery, typeof dashboard.subjectChart>(),
  ),
  subject_two: get(
    '/dashboard/subject_two',
    query<typeof costBudgets.costBudgetSubjectQuery, typeof dashboard.subjectChart>(),
  ),
  subject_three: get(
    '/dashboard/subject_three',
    query<typeof costBudgets.costBudgetSubjectQuery, typeof dashboard.subjectChart>(),
  ),
})

export const investmentBudgetApi = resource('/investment_budgets', {
  list: get(
    '',
    query<typeof investmentBudgets.investmentBudgetQuery, typeof investmentBudgets.investmentBudgetList>(),
  ),
  show: get('/:code', answer<typeof investmentBudgets.investmentBudget>()),
  create: post(
    '',
    body<typeof investmentBudgets.investmentBudgetBody, typeof investmentBudgets.investmentBudget>(),
  ),
  update: put(
    '/:code',
    body<typeof investmentBudgets.investmentBudgetUpdate, typeof investmentBudgets.investmentBudget>(),
  ),
  export: ask('/export', body<typeof investmentBudgets.investmentBudgetExportQuery, typeof fileAnswer>()),
})

export const paymentApi = resource('/cost_executions', {
  list: get('', query<typeof payments.paymentListQuery, typeof payments.paymentList>()),
  duplicates: get('/duplicates', query<typeof duplicatesQuery, typeof duplicates>()),
  show: get('/:code', answer<typeof payments.payment>()),
  create: post('', body<typeof payments.paymentBody, typeof payments.payment>()),
  update: put('/:code', body<typeof payments.paymentUpdate, typeof payments.payment>()),
  addVouchers: post('/:code/vouchers', body<typeof payments.addedLineVouchers, typeof payments.payment>()),
  export: ask('/export', body<typeof payments.paymentExportQuery, typeof fileAnswer>()),
  subject_one: get(
    '/dashboard/subject_one',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  subject_two: get(
    '/dashboard/subject_two',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  subject_three: get(
    '/dashboard/subject_three',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  payer: get('/dashboard/payer', query<typeof dashboard.voucherQuery, typeof dashboard.payerChart>()),
  voucher_category: get(
    '/dashboard/voucher_category',
    query<typeof dashboard.voucherQuery, typeof dashboard.voucherCategoryChart>(),
  ),
  pay_category: get(
    '/dashboard/pay_category',
    query<typeof dashboard.voucherQuery, typeof paymentTypeChart>(),
  ),
  total_amount: get(
    '/dashboard/total_amount',
    query<typeof dashboard.voucherQuery, typeof dashboard.totalAmount>(),
  ),
})

export const writeOffApi = resource('/imprests/write_offs', {
  list: get('', query<typeof pettyCash.writeOffListQuery, typeof pettyCash.writeOffList>()),
  preview: get('/preview', query<typeof pettyCash.writeOffScope, typeof pettyCash.writeOffPreview>()),
  previewScope: ask(
    '/preview',
    body<typeof pettyCash.writeOffPreviewBody, typeof pettyCash.writeOffPreview>(),
  ),
  create: post('', body<typeof pettyCash.writeOffBody, typeof pettyCash.writeOffResult>()),
})

export const pettyCashApi = resource('/imprests', {
  list: get('', query<typeof pettyCash.pettyCashListQuery, typeof pettyCash.pettyCashList>()),
  totals: get('/totals', answer<typeof pettyCash.pettyCashTotals>()),
  setAmount: put('/amount', body<typeof pettyCash.pettyCashAmountBody, typeof pettyCash.pettyCashTotals>()),
  show: get('/:code', answer<typeof pettyCash.pettyCashDetail>()),
  create: post('', body<typeof pettyCash.pettyCashBody, typeof pettyCash.pettyCashDetail>()),
  update: put('/:code', body<typeof pettyCash.pettyCashUpdate, typeof pettyCash.pettyCashDetail>()),
  addVouchers: post('/:code/vouchers', body<typeof addedVouchers, typeof pettyCash.pettyCashDetail>()),
  export: ask('/export', body<typeof pettyCash.pettyCashExportQuery, typeof fileAnswer>()),
  subject_one: get(
    '/dashboard/subject_one',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  subject_two: get(
    '/dashboard/subject_two',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  subject_three: get(
    '/dashboard/subject_three',
    query<typeof dashboard.subjectVoucherQuery, typeof dashboard.subjectChart>(),
  ),
  payer: get('/dashboard/payer', query<typeof dashboard.voucherQuery, typeof dashboard.payerChart>()),
  voucher_category: get(
    '/dashboard/voucher_category',
    query<typeof dashboard.voucherQuery, typeof dashboard.voucherCategoryChart>(),
  ),
})

export const receiptApi = resource('/investment_executions', {
  list: get('', query<typeof receipts.receiptListQuery, typeof receipts.receiptList>()),
  show: get('/:code', answer<typeof receipts.receipt>()),
  create: post('', body<typeof receipts.receiptBody, typeof receipts.receipt>()),
  update: put('/:code', body<typeof receipts.receiptUpdate, typeof receipts.receipt>()),
  export: ask('/export', body<typeof receipts.receiptExportQuery, typeof fileAnswer>()),
  total_amount: get(
    '/dashboard/total_amount',
    query<typeof dashboard.noQuery, typeof dashboard.totalAmount>(),
  ),
  investor: get('/dashboard/investor', query<typeof dashboard.noQuery, typeof receipts.investorChart>()),
  investment_category: get(
    '/dashboard/investment_category',
    query<typeof dashboard.noQuery, typeof receipts.investmentTypeChart>(),
  ),
})
