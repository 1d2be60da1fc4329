import { paymentApi } from '@pianzhang/contract/api/books'
import { code } from '@pianzhang/contract/page'
import { duplicates, duplicatesQuery } from '@pianzhang/contract/payment-duplicates'
import {
  addedLineVouchers,
  payment,
  paymentBody,
  paymentChanges,
  paymentList,
  paymentListQuery,
  paymentUpdate,
} from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { z } from 'zod'
import { historyRoute } from '../../platform/audit/history.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { addVouchers } from './add-vouchers.ts'
import { changePayments, valuesWrong } from './change.ts'
import { findDuplicates } from './duplicates.ts'
import { PAYMENTS } from './ledger.ts'
import { listPayments, showPayment } from './list.ts'
import { alsoWrong } from './references.ts'
import { removePayments } from './remove.ts'
import type { PaymentRules } from './rule.ts'
import { createPayment, updatePayment } from './save.ts'
import { paymentExport } from './sheet/export.ts'
import type { PaymentSheet } from './sheet/ledger.ts'
import { paymentCharts } from './statistics/charts.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('cost_execution', action)

/** Payments (api.md §5). */
export const paymentRoutes = (rules: PaymentRules, sheet: PaymentSheet): Route[] => [
  read(
    paymentApi.list,
    { summary: 'A page of payments', access: may('read'), query: paymentListQuery, answer: paymentList },
    listPayments,
  ),
  templateRoute(sheet),
  read(
    paymentApi.duplicates,
    {
      summary: 'Payments that a new one may repeat, and what its payee gets that day',
      access: inProject('cost_execution', 'read', ['payee', 'payable', 'approval']),
      query: duplicatesQuery,
      answer: duplicates,
    },
    findDuplicates,
  ),
  read(
    paymentApi.show,
    { summary: 'One payment with its lines', access: may('read'), params, answer: payment },
    showPayment,
  ),
  paymentExport.route,
  // A write-off logs all of its payments in one entry, which has its code.
  historyRoute(
    paymentApi.base,
    PAYMENTS,
    (projectId) => sql`(select w.code from petty_cash_payments p
      join petty_cash e on e.project_id = ${projectId} and e.id = p.petty_cash_id
      join write_offs w on w.project_id = ${projectId} and w.id = e.write_off_id
      where p.project_id = ${projectId} and p.payment_id = k.id)`,
  ),
  write(
    paymentApi.create,
    {
      summary: 'Create a payment',
      largeBody: true,
      writeMs: 28_000,
      access: may('write'),
      body: paymentBody,
      answer: payment,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body, null),
    },
    (tx, context, input) => createPayment(tx, context, rules, input),
  ),
  write(
    paymentApi.update,
    {
      summary: 'Replace a payment',
      largeBody: true,
      writeMs: 28_000,
      access: may('write'),
      params,
      body: paymentUpdate,
      answer: payment,
      alsoWrong: (tx, context, body, { code }) => alsoWrong(tx, context, body, code),
    },
    (tx, context, input) => updatePayment(tx, context, rules, input),
  ),
  write(
    paymentApi.addVouchers,
    {
      summary: 'Add voucher pictures to a line of a payment',
      access: may('write'),
      params,
      body: addedLineVouchers,
      answer: payment,
    },
    (tx, context, input) => addVouchers(tx, context, rules, input),
  ),
  changeRoute(paymentApi.base, 'payment', may('write'), paymentChanges, {
    change: (tx, context, change) => changePayments(tx, context, rules, change),
    alsoWrong: valuesWrong,
  }),
  ...removeRoutes(paymentApi.base, 'payment', may('delete'), (tx, context, codes) =>
    removePayments(tx, context, rules, codes),
  ),
]

export const registerPaymentFiles = (sheet: PaymentSheet) =>
  ledgerFiles({ sheet, files: [paymentExport, ...paymentCharts] })
