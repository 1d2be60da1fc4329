import { invoiceApi } from '@pianzhang/contract/api/base'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { GONE } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { invoiceSearch } from './search.ts'

export const invoices = recordsOf(invoiceApi, {
  key: 'invoices',
  model: 'invoice',
  list: invoiceSearch,
  // An invoice names the payment that uses it, so changed payments reload invoices.
  shows: ['invoice', 'cost_execution'],
})
export const { load } = invoices
const { key } = invoices

/** One invoice, loaded again each time it is shown, so that the links to its files are fresh. */
export const invoiceQuery = (code: string) =>
  queryOptions({
    queryKey: [key, 'one', code],
    queryFn: ({ signal }) => read(invoiceApi.show, { params: { code }, signal, handled: [GONE] }),
    staleTime: 0,
  })

/** The invoices that have one of these files. A failure is not reported: 识别为发票 is then offered again, and the server finds duplicates. */
export const invoicesOfFiles = (attachment_codes: readonly string[]) =>
  queryOptions({
    queryKey: [key, 'of_files', attachment_codes],
    queryFn: async ({ signal }) =>
      (await read(invoiceApi.list, { query: { attachment_codes, per_page: 1000 }, signal, handled: true }))
        .items,
  })
