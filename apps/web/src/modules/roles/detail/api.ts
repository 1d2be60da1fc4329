import type { RoleDetail } from '@pianzhang/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { itemsOf } from '../../../platform/ledger/selects.ts'
import { roles } from '../api.ts'
import type { Resource } from '../grants.ts'

/** The resources whose rights a role can be given. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  meta: { shows: [] },
  queryFn: () => itemsOf<Resource>('/api/common/resources', { category: 'manager' }, { handled: true }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Neither cached nor reloaded: a form starts with the current role, and a colleague's later change is reported on saving. */
export const roleQuery = (code: string) =>
  queryOptions({
    queryKey: ['role', code],
    meta: { shows: [] },
    queryFn: async () => (await api.get<RoleDetail>(roles.at(code), undefined, { handled: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
