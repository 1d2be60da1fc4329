import { paymentApi } from '@pianzhang/contract/api/books'
import { code } from '@pianzhang/contract/page'
import { duplicates, duplicatesQuery } from '@pianzhang/contract/payment-duplicates'
import {
  type AddedLineVouchers,
  addedLineVouchers,
  type Payment,
  payment,
  paymentBody,
  paymentChanges,
  paymentFields,
  paymentList,
  paymentListQuery,
  paymentUpdate,
} from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { z } from 'zod'
import { ADDED_VOUCHERS, withAdded, wrongAdded } from '../../base/attachments/added-files.ts'
import { historyRoute } from '../../platform/audit/history.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Input, type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { changePayments, valuesWrong } from './change.ts'
import { storedLine } from './completed-body.ts'
import { findDuplicates } from './duplicates.ts'
import { PAYMENTS } from './ledger.ts'
import { listPayments, showPayment } from './list.ts'
import { loadPayment } from './load.ts'
import { alsoWrong } from './references.ts'
import { removePayments } from './remove.ts'
import type { PaymentRules } from './rule.ts'
import { refusePosted } from './rules.ts'
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

/** Adds voucher pictures to a line of a payment; two people who do so at once both add theirs. */
async function addVouchers(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { params, body }: Input<{ code: string }, unknown, AddedLineVouchers>,
): Promise<Payment> {
  const { id: _, ...payment } = await loadPayment(tx, context, params.code, true)
  refusePosted(payment)
  const lines = payment.cost_execution_details.map(storedLine)
  const line = lines.find(({ code }) => code === body.line_code)
  const added = body.voucher_attachment_codes
  const wrong = await wrongAdded(tx, context.project.id, added, ADDED_VOUCHERS)
  if (!line) throw invalid([{ field: 'line_code', message: '明细不存在或已被删除' }, ...wrong])
  if (wrong.length > 0) throw invalid(wrong)
  const own = line.voucher_attachment_codes
  const codes = withAdded(own, added, ADDED_VOUCHERS)
  if (codes.length === own.length) return payment
  line.voucher_attachment_codes = codes
  const changed = {
    ...paymentFields((field) => payment[field]),
    cost_execution_details: lines,
    version: payment.version,
  }
  return await updatePayment(tx, context, rules, { params, query: undefined, body: changed })
}
