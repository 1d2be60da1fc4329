import { useQuery } from '@tanstack/react-query'
import { shows } from '../../platform/changes/refresh.ts'
import { itemsOf, type Option, RARELY, useLoaded, useSelect } from '../../platform/ledger/selects.ts'

/** What the form and the filter of payments choose from, beside what every module does (platform/ledger/selects.ts). */
export const usePayChannels = () => useSelect('cost_execution_pay_channels')
export const useVoucherCategories = () => useSelect('cost_execution_voucher_categories')
export const useTaxRates = () => useSelect('cost_execution_face_tax_rate', 'cost_execution')

/** A line without a voucher type, as the filter says it. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }

// What an invoice is used for is part of it.
shows(['invoices'], 'invoice', 'cost_execution')
export interface InvoiceOption {
  code: string
  invoice_number: string
  billing_date: string | null
  total_amount_yuan: string | null
  seller_name: string
}
/** Verified invoices that no line uses yet, but for those of this payment. The empty `unused_for` must be sent: it means a new payment. */
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
