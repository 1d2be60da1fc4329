import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { shows } from '../../platform/refresh.ts'
import { itemsOf, type Option, RARELY, useLoaded, useSelect } from '../../platform/selects.ts'

/** What the form and the filter of payments choose from, beside what every module does (platform/selects.ts). */
export const usePayChannels = () => useSelect('cost_execution_pay_channels')
export const useVoucherCategories = () => useSelect('cost_execution_voucher_categories')
export const useTaxRates = () => useSelect('cost_execution_face_tax_rate', 'cost_execution')

/** A line without a voucher type, as the filter says it. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }

export interface ContractOption {
  code: string
  out_code: string
  customer: string
}
const CONTRACTS = '/api/manager/contracts'
// What is paid is part of a contract, what an invoice is used for of the invoice.
shows(['contracts'], 'contract', 'cost_execution')
shows(['invoices'], 'invoice', 'cost_execution')
/** Payments belong to contracts that cost money: 演员, 职员, 制作. */
const OUT = ['0', '1', '2']

/** The filter's remote search: the 30 best, as the seed says. */
export const useContractSearch = (keywords: string, enabled: boolean) =>
  useQuery({
    queryKey: ['contracts', 'search', keywords],
    queryFn: ({ signal }) =>
      itemsOf<ContractOption>(CONTRACTS, { keywords, categories: OUT, per_page: 30 }, { signal }),
    staleTime: RARELY,
    placeholderData: keepPreviousData,
    enabled,
  })

/** The form's choice. */
export const useContracts = (enabled: boolean) =>
  useLoaded(
    useQuery({
      enabled,
      queryKey: ['contracts', 'options'],
      queryFn: () => itemsOf<ContractOption>(CONTRACTS, { categories: OUT, per_page: 999 }),
      staleTime: RARELY,
    }),
  )

/** The number of a contract that came with the address, for the filter to show. */
export const useContract = (code: string | undefined, allowed: boolean) =>
  useQuery({
    queryKey: ['contracts', 'one', code],
    queryFn: async ({ signal }) =>
      (
        await api.get<ContractOption>(`${CONTRACTS}/${encodeURIComponent(code ?? '')}`, undefined, {
          signal,
          handled: true,
        })
      ).data,
    staleTime: RARELY,
    enabled: allowed && code !== undefined,
  }).data

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
