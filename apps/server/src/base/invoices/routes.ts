import { invoiceApi } from '@pianzhang/contract/api/base'
import {
  createdInvoices,
  invoice,
  invoiceBody,
  invoiceCheckBody,
  invoiceCheckQuery,
  invoiceList,
  invoiceQuery,
  invoicesVoidBody,
  invoiceUnvoidBody,
  invoiceVoidBody,
} from '@pianzhang/contract/invoices'
import { code, nothing } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, slowWrite, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { askProvider, checkByHand, saveVerdict } from './check.ts'
import { addInvoices } from './create.ts'
import { invoiceExport } from './export.ts'
import { alsoWrongByHand, alsoWrongInLookUp } from './figures.ts'
import { getInvoice, listInvoices } from './list.ts'
import { readFiles } from './reading/read-files.ts'
import { unvoidInvoice, voidInvoice, voidInvoices } from './void.ts'

const params = z.object({ code })

export const invoiceRoutes: Route[] = [
  read(
    invoiceApi.list,
    {
      summary: 'A page of invoices',
      access: inProject('invoice', 'read'),
      query: invoiceQuery,
      answer: invoiceList,
    },
    listInvoices,
  ),
  invoiceExport.route,
  read(
    invoiceApi.show,
    { summary: 'One invoice', access: inProject('invoice', 'read'), params, answer: invoice },
    getInvoice,
  ),
  slowWrite(
    invoiceApi.create,
    {
      summary:
        'An invoice for each uploaded picture or electronic original, with what it says; duplicates fail',
      access: inProject('invoice', 'write'),
      body: invoiceBody,
      answer: createdInvoices,
      writeMs: 85_000,
    },
    readFiles,
    addInvoices,
  ),
  slowWrite(
    invoiceApi.checkAtProvider,
    {
      summary: 'Ask the verification provider with the typed figures, and save its verdict',
      access: inProject('invoice', 'write'),
      params,
      query: invoiceCheckQuery,
      answer: invoice,
      writeMs: 85_000,
      alsoWrong: alsoWrongInLookUp,
    },
    askProvider,
    saveVerdict,
  ),
  write(
    invoiceApi.check,
    {
      summary: 'State by hand whether an invoice is genuine: `result` 1 passed, 0 failed',
      access: inProject('invoice', 'write'),
      params,
      body: invoiceCheckBody,
      answer: invoice,
      alsoWrong: alsoWrongByHand,
    },
    checkByHand,
  ),
  write(
    invoiceApi.voidMany,
    {
      summary: 'Void several invoices, all or none',
      access: inProject('invoice', 'write'),
      body: invoicesVoidBody,
      answer: nothing,
      writeMs: 28_000,
    },
    voidInvoices,
  ),
  write(
    invoiceApi.void,
    {
      summary: 'Void what is no invoice: it is kept, but not listed, counted or linked',
      access: inProject('invoice', 'write'),
      params,
      body: invoiceVoidBody,
      answer: invoice,
    },
    voidInvoice,
  ),
  write(
    invoiceApi.unvoid,
    {
      summary: 'Take the voiding of an invoice back',
      access: inProject('invoice', 'write'),
      params,
      body: invoiceUnvoidBody,
      answer: invoice,
    },
    unvoidInvoice,
  ),
]

export const registerInvoiceFiles = ledgerFiles({ files: [invoiceExport] })
