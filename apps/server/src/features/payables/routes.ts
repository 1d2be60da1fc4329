import { instalmentApi, payableApi } from '@pianzhang/contract/api/features'
import { code } from '@pianzhang/contract/page'
import {
  draftQuery,
  forecast,
  forecastQuery,
  instalments,
  instalmentsBody,
  payAnswer,
  payableDrafts,
  payableList,
  payableQuery,
  payBody,
  reachedBody,
} from '@pianzhang/contract/payables'
import { z } from 'zod'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { showForecast } from './forecast.ts'
import { listPayables } from './list.ts'
import { draftPayments, payInstalments, unknownItems } from './pay.ts'
import { showPlan } from './plan.ts'
import { alsoWrong } from './references.ts'
import { reachInstalment, savePlan } from './save.ts'
import { forecastExport, payableExport } from './sheet.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write') => inProject('payable', action)

/** Payment plans of contracts, what is to be paid, and what the project will have. */
export const payableRoutes = (rules: PaymentRules): Route[] => [
  read(
    instalmentApi.plan,
    { summary: 'The payment plan of a contract', access: may('read'), params, answer: instalments },
    showPlan,
  ),
  write(
    instalmentApi.save,
    {
      summary: 'Replace the payment plan of a contract',
      access: may('write'),
      params,
      body: instalmentsBody,
      answer: instalments,
      alsoWrong: (tx, context, body, { code }) => alsoWrong(tx, context, body, code),
    },
    savePlan,
  ),
  write(
    instalmentApi.reach,
    {
      summary: 'Note that a milestone is reached, or take that back',
      access: may('write'),
      params: z.object({ code, instalment: code }),
      body: reachedBody,
      answer: instalments,
    },
    reachInstalment,
  ),
  read(
    payableApi.list,
    {
      summary: 'A page of instalments that are not paid up',
      access: may('read'),
      query: payableQuery,
      answer: payableList,
    },
    listPayables,
  ),
  payableExport.route,
  read(
    payableApi.draft,
    {
      summary: 'Bodies of payments for instalments, one for each payee',
      access: may('read'),
      query: draftQuery,
      answer: payableDrafts,
    },
    draftPayments,
  ),
  write(
    payableApi.pay,
    {
      summary: 'Pay instalments, a payment for each payee',
      writeMs: 28_000,
      access: may('write'),
      body: payBody,
      answer: payAnswer,
      alsoWrong: unknownItems,
    },
    (tx, context, input) => payInstalments(tx, context, rules, input),
  ),
  read(
    payableApi.forecast,
    {
      summary: 'What the project has, and will have at the end of each week',
      access: may('read'),
      query: forecastQuery,
      answer: forecast,
    },
    showForecast,
  ),
  forecastExport.route,
]

export const registerPayableFiles = ledgerFiles({ files: [payableExport, forecastExport] })
