import { paymentRequestApi } from '@pianzhang/contract/api/features'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../platform/api/api.ts'

/** How many requests wait for the person. A failure is silent: the next change asks again. */
export const countsQuery = queryOptions({
  queryKey: ['payment_request_counts'],
  meta: { shows: ['payment_request', 'payment_approval'] },
  queryFn: ({ signal }) => read(paymentRequestApi.counts, { signal, handled: true }),
})
