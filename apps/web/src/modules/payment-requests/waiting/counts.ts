import type { RequestCounts } from '@pianzhang/contract/payment-requests'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

/** How many requests wait for the person. A failure is silent: the next change asks again. */
export const countsQuery = queryOptions({
  queryKey: ['payment_request_counts'],
  meta: { shows: ['payment_request', 'payment_approval'] },
  queryFn: async ({ signal }) =>
    (
      await api.get<RequestCounts>('/api/manager/payment_requests/counts', undefined, {
        signal,
        handled: true,
      })
    ).data,
})
