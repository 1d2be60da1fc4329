import type { InvestorChart, Receipt } from '@pianzhang/contract/investment-executions'
import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../platform/api.ts'
import { handled } from '../../platform/handled.ts'
import { isGone, listIfGone } from '../../platform/list.ts'
import { resourceChanged } from '../../platform/refresh.ts'
import { RARELY } from '../../platform/selects.ts'

const BASE = '/api/manager/investment_executions'
const KEY = 'investment_executions'

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const createReceipt = (body: object, idempotencyKey: string): Promise<Answer<Receipt>> =>
  api.post<Receipt>(BASE, body, { idempotencyKey, handled })
export const updateReceipt = (code: string, body: object, idempotencyKey: string): Promise<Answer<Receipt>> =>
  api.put<Receipt>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestReceipt = (code: string): Promise<Receipt | undefined> =>
  api.get<Receipt>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )

/** Who invested already, those with the largest amounts first. */
export const useInvestors = (): string[] =>
  useQuery({
    queryKey: [KEY, 'investors'],
    queryFn: async ({ signal }) =>
      (
        await api.get<InvestorChart>(`${BASE}/dashboard/investor`, undefined, { signal, handled: true })
      ).data.items.map(({ investor }) => investor),
    staleTime: RARELY,
  }).data ?? []

/** After a write: the lists and charts, and the contracts that money came in on. */
export const receiptsChanged = (): Promise<void> => resourceChanged('investment_execution')
