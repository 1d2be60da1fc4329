import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { shows } from '../../platform/changes/refresh.ts'
import { itemsOf, RARELY, useLoaded } from '../../platform/ledger/selects.ts'

// Invoice options depend on which invoices payments use, so changed payments reload them.
shows(['invoices'], 'invoice', 'cost_execution')
export type InvoiceOption = Pick<
  InvoiceRow,
  | 'code'
  | 'invoice_number'
  | 'invoice_type'
  | 'invoice_type_i18n'
  | 'billing_date'
  | 'total_amount_yuan'
  | 'amount_without_tax_yuan'
  | 'tax_amount_yuan'
  | 'seller_name'
  | 'left_amount_yuan'
>
/** Verified invoices of which other payments leave something; without the feature `missing_invoice`, those that no other payment uses. An empty `unused_for` means a new payment and is sent. */
export const useInvoices = (payment: string, enabled: boolean) =>
  useLoaded(
    useQuery({
      enabled,
      queryKey: ['invoices', 'options', payment],
      queryFn: () =>
        itemsOf<InvoiceOption>(
          `/api/manager/invoices?status=0&per_page=999&unused_for=${encodeURIComponent(payment)}`,
        ),
      staleTime: RARELY,
    }),
  )
