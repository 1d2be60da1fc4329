import type { SystemState } from '@pianzhang/contract/system'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const PATH = '/api/manager/system'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async () => (await api.get<SystemState>(PATH)).data,
  refetchInterval: 30_000,
  staleTime: 0,
})

/** Lets a job that failed run again within a minute. */
export const retryJob = (name: string) => api.post(`${PATH}/jobs/${encodeURIComponent(name)}/retry`)
