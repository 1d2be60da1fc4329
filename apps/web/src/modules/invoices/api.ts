import type { Invoice, InvoiceList } from '@pianzhang/contract/invoices'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { GONE, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { type InvoiceSearch, invoiceSearch } from './search.ts'

export const BASE = '/api/manager/invoices'
const KEY = 'invoices'
// Which payment uses an invoice is part of it.
shows([KEY], 'invoice', 'cost_execution')

export const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const invoiceListQuery = (search: InvoiceSearch, size: number) => {
  const params = invoiceSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<InvoiceList>(BASE, params, options)).data)
}
export const load = listLoader(invoiceSearch, invoiceListQuery)

/** Always as it is now; its links are fresh. */
export const invoiceQuery = (code: string) =>
  queryOptions({
    queryKey: [KEY, 'one', code],
    queryFn: async ({ signal }) =>
      (await api.get<Invoice>(at(code), undefined, { signal, handled: [GONE] })).data,
    staleTime: 0,
  })

/** The invoices that have one of these files. A failure is not reported: nothing is lost by making one again, which is refused. */
export const invoicesOfFiles = (attachment_codes: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, 'of_files', attachment_codes],
    queryFn: async ({ signal }) =>
      (await api.get<InvoiceList>(BASE, { attachment_codes, per_page: 1000 }, { signal, handled: true })).data
        .items,
  })

/** After a write: the list, and the payments' fields that offer invoices. */
export const invoicesChanged = (): Promise<void> => resourceChanged('invoice')
