import { useQuery } from '@tanstack/react-query'
import { shows } from '../../platform/changes/refresh.ts'
import { itemsOf, type Option, RARELY, useLoaded, useSelect } from '../../platform/ledger/selects.ts'

/** Select options of payments; those shared by all modules are in platform/ledger/selects.ts. */
export const usePayChannels = () => useSelect('cost_execution_pay_channels')
export const useVoucherCategories = () => useSelect('cost_execution_voucher_categories')
export const useTaxRates = () => useSelect('cost_execution_face_tax_rate', 'cost_execution')

/** Filter value for lines without a voucher type. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }

// Invoice options depend on which invoices payments use, so changed payments reload them.
shows(['invoices'], 'invoice', 'cost_execution')
export interface InvoiceOption {
  code: string
  invoice_number: string
  billing_date: string | null
  total_amount_yuan: string | null
  seller_name: string
}
/** Verified invoices that are unused, or used by this payment. An empty `unused_for` means a new payment and is sent. */
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
