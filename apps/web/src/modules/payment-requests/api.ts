import { paymentRequestApi } from '@pianzhang/contract/api/features'
import type {
  ApprovedAnswer,
  ApprovedRequest,
  PaymentRequest,
  PaymentRequestItem,
} from '@pianzhang/contract/payment-requests'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, read } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { shows } from '../../platform/changes/refresh.ts'
import { GONE } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { itemsOf } from '../../platform/ledger/selects.ts'
import { queryClient } from '../../platform/query.ts'
import { tabProject } from '../../platform/session/tab.ts'
import { requestSearch } from './search.ts'

export const requests = recordsOf(paymentRequestApi, {
  key: 'payment_requests',
  model: 'payment_request',
  list: requestSearch,
  // A booked payment may be deleted; the account of a payee is marked while it is new.
  shows: ['payment_request', 'payment_approval', 'cost_execution', 'payee'],
})
export const { load } = requests
const { key } = requests

const ONE = [key, 'one']
// Bars and warnings follow from budgets, contracts and invoices.
shows(
  ONE,
  ...(['payment_request', 'payment_approval', 'cost_execution', 'payee'] as const),
  ...(['contract', 'cost_budget', 'imprest', 'invoice', 'payable'] as const),
)

/** One request, loaded again each time it is shown. */
export const requestQuery = (code: string) =>
  queryOptions({
    queryKey: [...ONE, code],
    queryFn: async ({ signal }) => {
      // A first load's failure is shown in place of the content; a failed reload keeps it, so it is reported as a toast.
      const known = queryClient.getQueryData([...ONE, code]) !== undefined
      return await read(paymentRequestApi.show, { params: { code }, signal, handled: known ? [GONE] : true })
    },
    staleTime: 0,
  })

/** What waits for the person first: the one to look at after a decision. */
export const nextQuery = queryOptions({
  queryKey: [key, 'next'],
  queryFn: ({ signal }) =>
    read(paymentRequestApi.list, { query: { tab: 'waiting', per_page: 2 }, signal, handled: true }),
  staleTime: 0,
})

/** The person's own reasons, the newest first. */
export const reasonsQuery = queryOptions({
  queryKey: [key, 'reasons'],
  queryFn: ({ signal }) => itemsOf(paymentRequestApi.reasons, { signal, handled: true }),
})

export type Verb = 'submit' | 'withdraw' | 'approve' | 'reject'
type Versioned = Pick<PaymentRequestItem, 'code' | 'version'>

/** What an act has made of a request: all of it, or what an approval changes. */
type Acted = ApprovedRequest & Partial<PaymentRequest>

/** Decides on a request or sends it. The caller shows every failure. A repetition after a lost answer is the same act. */
export const act = (verb: Verb, { code, version }: Versioned, reason = ''): Promise<Answer<Acted>> => {
  const body = { version, reason }
  return underKey(JSON.stringify([tabProject.get(), verb, code, body]), (idempotencyKey) =>
    call(paymentRequestApi[verb], {
      params: { code },
      body,
      idempotencyKey,
      timeout: 30_000,
      handled: true,
    }),
  )
}

/** Approves all of them or none. */
export const approveMany = (rows: readonly Versioned[]): Promise<Answer<ApprovedAnswer>> => {
  const body = { items: rows.map(({ code, version }) => ({ code, version })) }
  return underKey(JSON.stringify([tabProject.get(), key, body]), (idempotencyKey) =>
    call(paymentRequestApi.approveMany, { body, idempotencyKey, timeout: 30_000, handled }),
  )
}

/** After an act: shows its answer at once, then reloads what shows requests. */
export async function acted(request: Acted): Promise<void> {
  queryClient.setQueryData<PaymentRequest>(
    requestQuery(request.code).queryKey,
    (known) => known && { ...known, ...request },
  )
  await requests.changed()
}
