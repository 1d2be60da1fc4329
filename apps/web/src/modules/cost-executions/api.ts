import type { Payment, PaymentList } from '@pianzhang/contract/cost-executions'
import type { ImportPreview, ImportResult } from '@pianzhang/contract/imports'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, type CallOptions, type Progress } from '../../platform/api.ts'
import { GONE, isGone, listIfGone, listLoader, listQuery } from '../../platform/list.ts'
import { resourceChanged, shows } from '../../platform/refresh.ts'
import { exportParams, known, listParams, type PaymentSearch, paymentSearch } from './search.ts'

const BASE = '/api/manager/cost_executions'
const KEY = 'cost_executions'
// Subjects are never renamed, and what is in use is not deleted.
shows([KEY], 'cost_execution', 'contract', 'invoice', 'pay_category')

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const listPayments = async (
  search: PaymentSearch,
  size: number,
  options: CallOptions,
): Promise<PaymentList> => (await api.get<PaymentList>(BASE, listParams(search, size), options)).data

export const paymentListQuery = (search: PaymentSearch, size: number) =>
  listQuery(KEY, listParams(search, size), (options) => listPayments(search, size, options))

const readPayment = async (code: string, signal: AbortSignal): Promise<Payment> =>
  (await api.get<Payment>(at(code), undefined, { signal, handled: [GONE] }).catch(listIfGone(KEY))).data

/** The charts ask for their own. */
export const load = listLoader(paymentSearch, paymentListQuery, (search) => known(search) === 'second')

/** `run` for each, six at once; answers in their order. `onDone`: of how many the answer is there. */
async function inGroups<T>(
  codes: readonly string[],
  run: (code: string) => Promise<T>,
  onDone?: (count: number) => void,
): Promise<T[]> {
  const found: T[] = []
  const AT_ONCE = 6
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    found.push(...(await Promise.all(codes.slice(from, from + AT_ONCE).map(run))))
    onDone?.(found.length)
  }
  return found
}

/** Several as they are now, whole and in this order; a few calls at a time. `onRead`: how many are there. */
export async function readPayments(
  codes: readonly string[],
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<Payment[]> {
  const read = async (code: string) => (await api.get<Payment>(at(code), undefined, { signal })).data
  return await inGroups(codes, read, onRead)
}

/** Which of these are still there; the answers of the others (404) are not told. */
export async function existingPayments(codes: readonly string[]): Promise<Set<string>> {
  const found = await inGroups(codes, (code) =>
    api.get<Payment>(at(code), undefined, { handled: [GONE] }).then(
      () => [code],
      (error: unknown) => {
        if (isGone(error)) return []
        throw error
      },
    ),
  )
  return new Set(found.flat())
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
export const removePayment = (code: string) => api.delete(at(code)).catch(listIfGone(KEY))
export const removePayments = (codes: readonly string[]) =>
  api.delete(`${BASE}/batch`, { codes }, { timeout: 30_000, handled: [GONE] }).catch(listIfGone(KEY))

export const importTemplate = async (): Promise<string> =>
  (await api.get<{ file_url: string }>(`${BASE}/import_template`)).data.file_url
export const previewPayments = (
  attachment_code: string,
  onProgress: (progress: Progress | null) => void,
  signal: AbortSignal,
) =>
  api.stream<ImportPreview>(`${BASE}/import/preview`, { attachment_code }, onProgress, {
    signal,
    handled: true,
  })
export const importPayments = (
  attachment_code: string,
  onProgress: (progress: Progress | null) => void,
  signal: AbortSignal,
) => api.stream<ImportResult>(`${BASE}/import`, { attachment_code }, onProgress, { signal, handled: true })

/** Where the spreadsheet of all that the list shows, in its order, can be fetched from; undefined where the server has none. */
export const exportPayments = async (search: PaymentSearch): Promise<string | undefined> =>
  (await api.post<{ file_url?: string }>(`${BASE}/export`, exportParams(search), { timeout: 30_000 })).data
    .file_url

/** After a write: the lists, and what it may have changed beside them. */
export const paymentsChanged = (): Promise<void> => resourceChanged('cost_execution')
