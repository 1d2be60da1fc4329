import type { Payment, PaymentList } from '@pianzhang/contract/cost-executions'
import type { ImportPreview, ImportResult } from '@pianzhang/contract/imports'
import type { SubjectOption } from '@pianzhang/contract/subjects'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, ApiError, api, type Progress } from '../../app/api.ts'
import { queryClient } from '../../app/query.ts'
import { resourceChanged } from '../../app/refresh.ts'
import { exportParams, listParams, type PaymentSearch } from './search.ts'

const BASE = '/api/manager/cost_executions'
const SELECTS = '/api/manager/selects'
const KEY = 'cost_executions'
/** What the forms choose from changes rarely. */
const LONG = 5 * 60_000

export interface Option {
  label: string
  value: string
}

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const paymentListQuery = (search: PaymentSearch, size: number) => {
  const params = listParams(search, size)
  const queryKey = [KEY, 'list', params]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // Without rows the page says what went wrong; over older ones in sight nobody would.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return (await api.get<PaymentList>(BASE, params, { signal, handled })).data
    },
    placeholderData: keepPreviousData,
  })
}

const GONE = 404
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === GONE

/** A colleague was faster: the list must not go on showing what is not there. */
function listIfGone(error: unknown): never {
  if (isGone(error)) void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] })
  throw error
}

const readPayment = async (code: string, signal: AbortSignal): Promise<Payment> =>
  (await api.get<Payment>(at(code), undefined, { signal, handled: [GONE] }).catch(listIfGone)).data

/** Several as they are now, in this order; a few calls at a time. */
export async function readPayments(codes: readonly string[], signal: AbortSignal): Promise<Payment[]> {
  const found: Payment[] = []
  const AT_ONCE = 6
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    const some = codes.slice(from, from + AT_ONCE)
    found.push(
      ...(await Promise.all(
        some.map(async (code) => (await api.get<Payment>(at(code), undefined, { signal })).data),
      )),
    )
  }
  return found
}

/** Always as it is now. */
export const paymentQuery = (code: string) =>
  queryOptions({
    queryKey: [KEY, 'one', code],
    queryFn: ({ signal }) => readPayment(code, signal),
    staleTime: 0,
  })

/** What a form is filled from: read anew each time it opens, and never again while somebody types. */
export const paymentFormQuery = (code: string) =>
  queryOptions({
    queryKey: ['payment_form', code],
    queryFn: ({ signal }) => readPayment(code, signal),
    staleTime: 'static',
    gcTime: 0,
  })

/** What is wrong with the fields (422) and a colleague's save (409) are the form's own to show. */
const handled = [409, 422]

export const createPayment = (body: object, idempotencyKey: string): Promise<Answer<Payment>> =>
  api.post<Payment>(BASE, body, { idempotencyKey, handled, timeout: 30_000 })
export const updatePayment = (code: string, body: object, idempotencyKey: string): Promise<Answer<Payment>> =>
  api.put<Payment>(at(code), body, { idempotencyKey, handled, timeout: 30_000 })
export const removePayment = (code: string) => api.delete(at(code)).catch(listIfGone)
export const removePayments = (codes: readonly string[]) =>
  api.delete(`${BASE}/batch`, { codes }, { timeout: 30_000 }).catch(listIfGone)

export const importTemplate = async (): Promise<string> =>
  (await api.get<{ file_url: string }>(`${BASE}/import_template`)).data.file_url
export const previewPayments = (
  attachment_code: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) =>
  api.stream<ImportPreview>(`${BASE}/import/preview`, { attachment_code }, onProgress, {
    signal,
    handled: true,
  })
export const importPayments = (
  attachment_code: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => api.stream<ImportResult>(`${BASE}/import`, { attachment_code }, onProgress, { signal, handled: true })

/** Where the spreadsheet of all that the list shows, in its order, can be fetched from; undefined where the server has none. */
export const exportPayments = async (search: PaymentSearch): Promise<string | undefined> =>
  (await api.post<{ file_url?: string }>(`${BASE}/export`, exportParams(search), { timeout: 30_000 })).data
    .file_url

/** After a write: the lists, and what it may have changed beside them. */
export const paymentsChanged = (): Promise<void> => resourceChanged('cost_execution')

const items = async <T>(
  path: string,
  query?: Parameters<typeof api.get>[1],
  signal?: AbortSignal,
): Promise<T[]> => (await api.get<{ items: T[] }>(path, query, signal ? { signal } : {})).data.items

const select = (name: string) =>
  queryOptions({
    queryKey: ['selects', name],
    queryFn: () => items<Option>(`${SELECTS}/${name}`, { per_page: 1000 }),
    staleTime: LONG,
  })

export const useSubjects = (): readonly SubjectOption[] | undefined =>
  useQuery({
    queryKey: ['selects', 'subject_trees'],
    queryFn: () => items<SubjectOption>(`${SELECTS}/subject_trees`),
    staleTime: LONG,
  }).data
export const usePayChannels = () => useQuery(select('cost_execution_pay_channels')).data
export const usePayCategories = () => useQuery(select('pay_categories')).data
/** A line without a voucher type, as the filter says it. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }
export const useVoucherCategories = () => useQuery(select('cost_execution_voucher_categories')).data
export const useTaxRates = () => useQuery(select('cost_execution_face_tax_rate')).data

export interface ContractOption {
  code: string
  out_code: string
  customer: string
}
/** Payments belong to contracts that cost money: 演员, 职员, 制作. */
const OUT = ['0', '1', '2']

/** The filter's remote search: the 30 best, as the seed says. */
export const useContractSearch = (keywords: string, enabled: boolean) =>
  useQuery({
    queryKey: ['contracts', 'search', keywords],
    queryFn: ({ signal }) =>
      items<ContractOption>('/api/manager/contracts', { keywords, categories: OUT, per_page: 30 }, signal),
    staleTime: LONG,
    placeholderData: keepPreviousData,
    enabled,
  })

/** The form's choice. */
export const useContracts = (enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: ['contracts', 'options'],
    queryFn: () => items<ContractOption>('/api/manager/contracts', { categories: OUT, per_page: 999 }),
    staleTime: LONG,
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
  useQuery({
    enabled,
    queryKey: ['invoices', 'options', payment],
    queryFn: () =>
      items<InvoiceOption>(
        `/api/manager/invoices?status=0&per_page=999&unused_for=${encodeURIComponent(payment)}`,
      ),
    staleTime: LONG,
  }).data

/** The number of a contract that came with the address, for the filter to show. */
export const useContract = (code: string | undefined, allowed: boolean) =>
  useQuery({
    queryKey: ['contracts', 'one', code],
    queryFn: async ({ signal }) =>
      (
        await api.get<ContractOption>(`/api/manager/contracts/${encodeURIComponent(code ?? '')}`, undefined, {
          signal,
          handled: true,
        })
      ).data,
    staleTime: LONG,
    enabled: allowed && code !== undefined,
  }).data
