import type { Invoice, InvoiceList } from '@pianzhang/contract/invoices'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { GONE } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { invoiceSearch } from './search.ts'

export const invoices = recordsOf<Invoice, InvoiceList>()({
  base: '/api/manager/invoices',
  key: 'invoices',
  model: 'invoice',
  list: invoiceSearch,
  // An invoice names the payment that uses it, so changed payments reload invoices.
  shows: ['invoice', 'cost_execution'],
})
export const { load } = invoices
const { base, key, at } = invoices

/** One invoice, loaded again each time it is shown, so that the links to its files are fresh. */
export const invoiceQuery = (code: string) =>
  queryOptions({
    queryKey: [key, 'one', code],
    queryFn: async ({ signal }) =>
      (await api.get<Invoice>(at(code), undefined, { signal, handled: [GONE] })).data,
    staleTime: 0,
  })

/** The invoices that have one of these files. A failure is not reported: 识别为发票 is then offered again, and the server finds duplicates. */
export const invoicesOfFiles = (attachment_codes: readonly string[]) =>
  queryOptions({
    queryKey: [key, 'of_files', attachment_codes],
    queryFn: async ({ signal }) =>
      (await api.get<InvoiceList>(base, { attachment_codes, per_page: 1000 }, { signal, handled: true })).data
        .items,
  })
