import type { Instalments } from '@pianzhang/contract/payables'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'

const KEY = 'instalments'
shows([KEY], 'payable', 'contract', 'cost_execution', 'investment_execution')

const at = (contract: string): string => `/api/manager/contracts/${encodeURIComponent(contract)}/instalments`

export const planQuery = (contract: string) =>
  queryOptions({
    queryKey: [KEY, contract],
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData([KEY, contract]) !== undefined
      return (await api.get<Instalments>(at(contract), undefined, { signal, handled: known ? [] : true }))
        .data
    },
  })
/** The plan as it is stored now. */
export const latestPlan = (contract: string): Promise<Instalments> =>
  queryClient.fetchQuery({ ...planQuery(contract), staleTime: 0 })

export const savePlan = (
  contract: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer<Instalments>> => api.put<Instalments>(at(contract), body, { idempotencyKey, handled })
export const reach = (contract: string, instalment: string, body: object, idempotencyKey: string) =>
  api.post<Instalments>(`${at(contract)}/${encodeURIComponent(instalment)}/reached`, body, {
    idempotencyKey,
    handled,
  })

/** After a write: reloads what shows plans. The contract's version is another one. */
export const planChanged = async (): Promise<void> => {
  await resourceChanged('payable')
  await resourceChanged('contract')
}
