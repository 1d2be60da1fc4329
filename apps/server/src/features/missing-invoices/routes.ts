import { invoiceTitleApi, missingInvoiceApi } from '@pianzhang/contract/api/features'
import {
  invoiceTitle,
  linkAnswer,
  linkBody,
  markBody,
  matchBody,
  missingCounts,
  missingList,
  missingMatches,
  missingMessage,
  missingMessageQuery,
  missingPayers,
  missingPayersQuery,
  missingQuery,
  missingTotals,
  missingTotalsQuery,
  titleUpdate,
} from '@pianzhang/contract/missing-invoices'
import { code } from '@pianzhang/contract/page'
import { payeeMissing } from '@pianzhang/contract/payees'
import { z } from 'zod'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { inCompany, inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { alsoWrong, linkInvoices, markLines } from './link.ts'
import { listMissing } from './list.ts'
import { matchInvoices } from './match.ts'
import { showMessage } from './message.ts'
import { showMissing } from './payee.ts'
import { listPayers } from './payers.ts'
import { missingExport } from './sheet.ts'
import { saveTitle, showTitle } from './title.ts'
import { countMissing, totalMissing } from './totals.ts'

const mayRead = inProject('missing_invoice', 'read')
const mayLink = inProject('cost_execution', 'write', 'missing_invoice')

/** Payment lines that lack an invoice, and whom invoices are made out to. */
export const missingInvoiceRoutes = (rules: PaymentRules): Route[] => [
  read(
    missingInvoiceApi.list,
    {
      summary: 'A page of payment lines that lack an invoice',
      access: mayRead,
      query: missingQuery,
      answer: missingList,
    },
    listMissing,
  ),
  read(
    missingInvoiceApi.payers,
    {
      summary: 'A page of payers with what they owe invoices for, by age',
      access: mayRead,
      query: missingPayersQuery,
      answer: missingPayers,
    },
    listPayers,
  ),
  read(
    missingInvoiceApi.totals,
    {
      summary: 'The lines that match, by age, reason and tax year',
      access: mayRead,
      query: missingTotalsQuery,
      answer: missingTotals,
    },
    totalMissing,
  ),
  read(
    missingInvoiceApi.counts,
    { summary: 'How many lines lack an invoice', access: mayRead, answer: missingCounts },
    countMissing,
  ),
  read(
    missingInvoiceApi.message,
    {
      summary: 'A text that asks a payer for invoices',
      access: mayRead,
      query: missingMessageQuery,
      answer: missingMessage,
    },
    showMessage,
  ),
  missingExport.route,
  read(
    missingInvoiceApi.match,
    {
      summary: 'Propose lines for invoices, by seller and amount',
      access: mayLink,
      body: matchBody,
      answer: missingMatches,
    },
    matchInvoices,
  ),
  write(
    missingInvoiceApi.link,
    {
      summary: 'Give lines their invoices, all or none',
      access: mayLink,
      body: linkBody,
      answer: linkAnswer,
      writeMs: 28_000,
      alsoWrong,
    },
    (tx, context, input) => linkInvoices(tx, context, rules, input),
  ),
  write(
    missingInvoiceApi.mark,
    {
      summary: 'Mark lines as such that need no invoice, all or none',
      access: mayLink,
      body: markBody,
      answer: linkAnswer,
      writeMs: 28_000,
      alsoWrong,
    },
    (tx, context, input) => markLines(tx, context, rules, input),
  ),
  read(
    invoiceTitleApi.title,
    { summary: 'Whom the invoices of the project are made out to', access: mayRead, answer: invoiceTitle },
    showTitle,
  ),
  write(
    invoiceTitleApi.save,
    {
      summary: 'Say whom the invoices of the project are made out to',
      access: inProject('project', 'write', 'missing_invoice'),
      body: titleUpdate,
      answer: invoiceTitle,
    },
    saveTitle,
  ),
  read(
    missingInvoiceApi.missingInvoices,
    {
      summary: 'What a payee owes invoices for, by project; needs the right to read missing invoices too',
      access: inCompany('payee', 'read'),
      params: z.object({ code }),
      answer: payeeMissing,
    },
    showMissing,
  ),
]

export const registerMissingInvoiceFiles = ledgerFiles({ files: [missingExport] })
