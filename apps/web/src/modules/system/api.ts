import { systemApi } from '@pianzhang/contract/api/views'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../platform/api/api.ts'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => read(systemApi.state),
  refetchInterval: 30_000,
  staleTime: 0,
})

/** Lets a job that failed run again within a minute. */
export const retryJob = (name: string) => call(systemApi.retryJob, { params: { name } })
