import { instalmentApi } from '@pianzhang/contract/api/features'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'

const KEY = 'instalments'
shows([KEY], 'payable', 'contract', 'cost_execution', 'investment_execution')

const of = (contract: string) => ({ params: { code: contract } })

export const planQuery = (contract: string) =>
  queryOptions({
    queryKey: [KEY, contract],
    queryFn: ({ signal }) => {
      const known = queryClient.getQueryData([KEY, contract]) !== undefined
      return read(instalmentApi.plan, { ...of(contract), signal, handled: known ? [] : true })
    },
  })
/** The plan as it is stored now. */
export const latestPlan = (contract: string) =>
  queryClient.fetchQuery({ ...planQuery(contract), staleTime: 0 })

export const savePlan = (contract: string, body: BodyOf<typeof instalmentApi.save>, idempotencyKey: string) =>
  call(instalmentApi.save, { ...of(contract), body, idempotencyKey, handled })
export const reach = (
  contract: string,
  instalment: string,
  body: BodyOf<typeof instalmentApi.reach>,
  idempotencyKey: string,
) => call(instalmentApi.reach, { params: { code: contract, instalment }, body, idempotencyKey, handled })

/** After a write: reloads what shows plans. The contract's version is another one. */
export const planChanged = async (): Promise<void> => {
  await resourceChanged('payable')
  await resourceChanged('contract')
}
