import type { InvoiceQuery } from '@pianzhang/contract/invoices'
import type { z } from 'zod'
import { addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  status: addressList,
  voided: addressOne(['1']),
}
filters satisfies Record<
  Exclude<keyof InvoiceQuery, 'page' | 'per_page' | 'unused_for' | 'attachment_codes'>,
  z.ZodType
>

/** URL parameters of the invoices page. `invoice`: code of an invoice whose details a link opens. */
export const invoiceSearch = listSearch({ name: 'invoices', filters, kept: { invoice: addressText } })

export type InvoiceFilter = FilterOf<typeof invoiceSearch>
