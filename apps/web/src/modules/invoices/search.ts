import type { InvoiceQuery } from '@pianzhang/contract/invoices'
import { z } from 'zod'
import { addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'

const filters = {
  keywords: addressText,
  status: addressList,
  voided: z.enum(['1']).optional().catch(undefined),
}
filters satisfies Record<
  Exclude<keyof InvoiceQuery, 'page' | 'per_page' | 'unused_for' | 'attachment_codes'>,
  z.ZodType
>

/** URL parameters of the invoices page. `invoice`: code of an invoice whose details a link opens. */
export const invoiceSearch = listSearch({ name: 'invoices', filters, kept: { invoice: addressText } })

export type InvoiceFilter = FilterOf<typeof invoiceSearch>
