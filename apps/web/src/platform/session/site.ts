import type { Site } from '@pianzhang/contract/session'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Who runs this service: footer, hotline in the import dialog, bank account. Undefined until loaded. */
export function useSite(): Site | undefined {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: async () => (await api.get<Site>('/api/common/site', undefined, { handled: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
