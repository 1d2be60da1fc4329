import { invoiceList, invoiceQuery } from '@pianzhang/contract/invoices'
import { inProject } from '../../platform/guard.ts'
import { type Route, read } from '../../platform/route.ts'
import { listInvoices } from './list.ts'

/** The part of invoices that payments need: find and pick. */
export const invoiceRoutes: Route[] = [
  read(
    'GET /invoices',
    {
      summary: 'A page of invoices',
      access: inProject('invoice', 'read'),
      query: invoiceQuery,
      answer: invoiceList,
    },
    listInvoices,
  ),
]
