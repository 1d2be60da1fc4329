import type {
  FromContracts,
  MergeBody,
  MergePreview,
  Payee,
  PayeeList,
  PayeeMissing,
  PayeeUsage,
} from '@pianzhang/contract/payees'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { payeeSearch } from './search.ts'

export const payees = recordsOf<Payee, PayeeList>()({
  base: '/api/manager/payees',
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
    queryFn: async ({ signal }) =>
      (await api.get<PayeeUsage>(`${payees.at(code)}/usage`, year === undefined ? {} : { year }, { signal }))
        .data,
  })

/** What a payee owes invoices for. Of the feature missing_invoice. */
export const missingQuery = (code: string) =>
  queryOptions({
    queryKey: [payees.key, 'missing', code],
    meta: { shows: ['payee', 'cost_execution', 'missing_invoice', 'invoice', 'pay_category'] },
    queryFn: async ({ signal }) =>
      (
        await api.get<PayeeMissing>(`${payees.at(code)}/missing_invoices`, undefined, {
          signal,
          handled: true,
        })
      ).data,
  })

const asked = new Map<string, Promise<Payee>>()
/** Loads the numbers in full. The server logs each access, so the clicks of a double click share one call. */
export function revealPayee(code: string): Promise<Payee> {
  const current = asked.get(code)
  if (current) return current
  const answer = api
    .get<Payee>(payees.at(code), { reveal: '1' })
    .then(({ data }) => data)
    .finally(() => asked.delete(code))
  asked.set(code, answer)
  return answer
}

const MERGE = `${payees.base}/merge`
export const mergePreviewQuery = (body: MergeBody) =>
  queryOptions({
    queryKey: [payees.key, 'merge', body],
    queryFn: async () => (await api.ask<MergePreview>(`${MERGE}/preview`, body, { handled })).data,
    staleTime: 0,
    gcTime: 0,
  })
export const mergePayees = (body: MergeBody, idempotencyKey: string): Promise<Answer<Payee>> =>
  api.post<Payee>(MERGE, body, { idempotencyKey, timeout: 30_000, handled })

const CONTRACTS = `${payees.base}/from_contracts`
export const fromContractsQuery = queryOptions({
  queryKey: [payees.key, 'from_contracts'],
  queryFn: async () => (await api.ask<FromContracts>(`${CONTRACTS}/preview`)).data,
  staleTime: 0,
  gcTime: 0,
})
export const takeFromContracts = (idempotencyKey: string): Promise<Answer<FromContracts>> =>
  api.post<FromContracts>(CONTRACTS, {}, { idempotencyKey, timeout: 30_000, handled })

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
