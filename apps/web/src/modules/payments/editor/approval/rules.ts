import type { ApprovalBands, ApprovalRules } from '@pianzhang/contract/payment-requests'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../../../platform/api/api.ts'
import { handled } from '../../../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../../../platform/changes/refresh.ts'
import { queryClient } from '../../../../platform/query.ts'

const BASE = '/api/manager/payment_requests'
const KEY = 'approval_rules'
shows([KEY], 'payment_request', 'payment_approval')

/** The project's rules. */
export const rulesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) =>
    (await api.get<ApprovalRules>(`${BASE}/rules`, undefined, { signal, handled: true })).data,
})
/** The part of them for those who write payments and may not read requests. */
export const bandsQuery = queryOptions({
  queryKey: [KEY, 'bands'],
  queryFn: async ({ signal }) =>
    (await api.get<ApprovalBands>(`${BASE}/bands`, undefined, { signal, handled: true })).data,
})
export const latestRules = (): Promise<ApprovalRules> =>
  queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 })
export const reloadRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export const saveRules = (body: object, idempotencyKey: string): Promise<Answer<ApprovalRules>> =>
  api.put(`${BASE}/rules`, body, { idempotencyKey, handled })
export const saveDeputy = (body: object, idempotencyKey: string): Promise<Answer<ApprovalRules>> =>
  api.put(`${BASE}/deputy`, body, { idempotencyKey, handled })

/** After a write: reloads what shows rules, and the requests, which say for whom they wait. */
export const rulesChanged = (): Promise<void> => resourceChanged('payment_approval')
