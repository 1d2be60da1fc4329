import { payeeApi } from '@pianzhang/contract/api/base'
import { missingInvoiceApi } from '@pianzhang/contract/api/features'
import type { MergeBody, Payee } from '@pianzhang/contract/payees'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { payeeSearch } from './search.ts'

export const payees = recordsOf(payeeApi, {
  key: 'payees',
  model: 'payee',
  list: payeeSearch,
  shows: ['payee'],
})
export const { load } = payees

/** Payments, contracts and history of a payee. */
export const usageQuery = (code: string, year: number | undefined) =>
  queryOptions({
    queryKey: [payees.key, 'usage', code, year ?? null],
    meta: { shows: ['payee', 'cost_execution', 'contract'] },
    queryFn: ({ signal }) => read(payeeApi.usage, { params: { code }, query: { year }, signal }),
  })

/** What a payee owes invoices for. Of the feature missing_invoice. */
export const missingQuery = (code: string) =>
  queryOptions({
    queryKey: [payees.key, 'missing', code],
    meta: { shows: ['payee', 'cost_execution', 'missing_invoice', 'invoice', 'pay_category'] },
    queryFn: ({ signal }) =>
      read(missingInvoiceApi.missingInvoices, { params: { code }, signal, handled: true }),
  })

const asked = new Map<string, Promise<Payee>>()
/** Loads the numbers in full. The server logs each access, so the clicks of a double click share one call. */
export function revealPayee(code: string): Promise<Payee> {
  const current = asked.get(code)
  if (current) return current
  const answer = read(payeeApi.show, { params: { code }, query: { reveal: '1' } }).finally(() =>
    asked.delete(code),
  )
  asked.set(code, answer)
  return answer
}

export const mergePreviewQuery = (body: MergeBody) =>
  queryOptions({
    queryKey: [payees.key, 'merge', body],
    queryFn: () => read(payeeApi.previewMerge, { body, handled }),
    staleTime: 0,
    gcTime: 0,
  })
export const mergePayees = (body: MergeBody, idempotencyKey: string) =>
  call(payeeApi.merge, { body, idempotencyKey, timeout: 30_000, handled })

export const fromContractsQuery = queryOptions({
  queryKey: [payees.key, 'from_contracts'],
  queryFn: () => read(payeeApi.previewFromContracts),
  staleTime: 0,
  gcTime: 0,
})
export const takeFromContracts = (idempotencyKey: string) =>
  call(payeeApi.fromContracts, { idempotencyKey, timeout: 30_000, handled })

/** After a merge or a fill: records that name payees changed, too. */
export async function recordsChanged(): Promise<void> {
  // Failures have been reported by the calls.
  await Promise.allSettled([
    resourceChanged('payee'),
    resourceChanged('cost_execution'),
    resourceChanged('contract'),
    resourceChanged('payment_request'),
    resourceChanged('labor_tax'),
  ])
}
