import type { RoleDetail } from '@pianzhang/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../../platform/api/api.ts'
import { isGone, listIfGone } from '../../../platform/ledger/list.ts'
import { itemsOf } from '../../../platform/ledger/selects.ts'
import { at, BASE, KEY } from '../api.ts'
import type { Resource } from '../grants.ts'

/** What a role can be given. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  meta: { shows: [] },
  queryFn: () => itemsOf<Resource>('/api/common/resources', { category: 'manager' }, { handled: true }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Neither kept nor reloaded: a form starts with the role as it is, and a later change is said when it is saved. */
export const roleQuery = (code: string) =>
  queryOptions({
    queryKey: ['role', code],
    meta: { shows: [] },
    queryFn: async () => (await api.get<RoleDetail>(at(code), undefined, { handled: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** As it is now; undefined: deleted meanwhile. */
export const latestRole = (code: string): Promise<RoleDetail | undefined> =>
  api.get<RoleDetail>(at(code), undefined, { handled: [404] }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )

/** All failures but those of the session and of rights are the form's. */
export const createRole = (body: object, idempotencyKey: string): Promise<Answer<RoleDetail>> =>
  api.post<RoleDetail>(BASE, body, { idempotencyKey, handled: true })
export const updateRole = (code: string, body: object, idempotencyKey: string): Promise<Answer<RoleDetail>> =>
  api.put<RoleDetail>(at(code), body, { idempotencyKey, handled: true }).catch(listIfGone(KEY))
