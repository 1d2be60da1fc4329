import { paymentRequestApi } from '@pianzhang/contract/api/features'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../../../platform/api/api.ts'
import type { BodyOf } from '../../../../platform/api/endpoint.ts'
import { handled } from '../../../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../../../platform/changes/refresh.ts'
import { queryClient } from '../../../../platform/query.ts'

const KEY = 'approval_rules'
shows([KEY], 'payment_request', 'payment_approval')

/** The project's rules. */
export const rulesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => read(paymentRequestApi.rules, { signal, handled: true }),
})
/** The part of them for those who write payments and may not read requests. */
export const bandsQuery = queryOptions({
  queryKey: [KEY, 'bands'],
  queryFn: ({ signal }) => read(paymentRequestApi.bands, { signal, handled: true }),
})
export const latestRules = () => queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 })
export const reloadRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export const saveRules = (body: BodyOf<typeof paymentRequestApi.saveRules>, idempotencyKey: string) =>
  call(paymentRequestApi.saveRules, { body, idempotencyKey, handled })
export const saveDeputy = (body: BodyOf<typeof paymentRequestApi.saveDeputy>, idempotencyKey: string) =>
  call(paymentRequestApi.saveDeputy, { body, idempotencyKey, handled })

/** After a write: reloads what shows rules, and the requests, which say for whom they wait. */
export const rulesChanged = (): Promise<void> => resourceChanged('payment_approval')
