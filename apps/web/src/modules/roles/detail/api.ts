import { roleApi } from '@pianzhang/contract/api/base'
import { serviceApi } from '@pianzhang/contract/api/sessions'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../platform/api/api.ts'
import { itemsOf } from '../../../platform/ledger/selects.ts'

/** The resources whose rights a role can be given. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  meta: { shows: [] },
  queryFn: () => itemsOf(serviceApi.resources, { query: { category: 'manager' }, handled: true }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Neither cached nor reloaded: a form starts with the current role, and a colleague's later change is reported on saving. */
export const roleQuery = (code: string) =>
  queryOptions({
    queryKey: ['role', code],
    meta: { shows: [] },
    queryFn: () => read(roleApi.show, { params: { code }, handled: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
