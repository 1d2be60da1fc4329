import { serviceApi } from '@pianzhang/contract/api/sessions'
import type { Site } from '@pianzhang/contract/session'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/api.ts'

/** Who runs this service: footer, hotline in the import dialog, bank account. Undefined until loaded. */
export function useSite(): Site | undefined {
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: () => read(serviceApi.site, { handled: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
