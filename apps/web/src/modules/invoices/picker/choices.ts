import { invoiceApi } from '@pianzhang/contract/api/base'
import { useQuery } from '@tanstack/react-query'
import { shows } from '../../../platform/changes/refresh.ts'
import { itemsOf, RARELY, useLoaded } from '../../../platform/ledger/selects.ts'
import { type RichOption, richOption } from '../../../ui/fields/choice/richOption.ts'
import { type InvoiceOption, invoiceWords } from './figures.ts'

// Invoice options depend on which invoices payments use, so changed payments reload them.
shows(['invoices'], 'invoice', 'cost_execution')
/** Verified invoices of which other payments leave something; without the feature `missing_invoice`, those that no other payment uses. An empty `unused_for` means a new payment and is sent. */
export const useInvoices = (payment: string, enabled: boolean) =>
  useLoaded(
    useQuery({
      enabled,
      queryKey: ['invoices', 'options', payment],
      queryFn: () =>
        itemsOf(invoiceApi.list, {
          query: { status: '0', per_page: 999, unused_for: payment },
          keepsEmpty: true,
        }),
      staleTime: RARELY,
    }),
  )

/** An invoice in the picker; `invoice` is absent for one that only the payment names. */
export interface InvoiceChoice extends RichOption {
  invoice?: InvoiceOption
}

/** An invoice as an option of a select, found by its number, its seller and its figures. */
export const invoiceChoice = (invoice: InvoiceOption): InvoiceChoice => {
  const { code, invoice_number, seller_name } = invoice
  const words = invoiceWords(invoice)
  return {
    ...richOption(code, invoice_number, seller_name),
    words: `${invoice_number} ${seller_name} ${words}`.toLowerCase(),
    below: words,
    invoice,
  }
}
