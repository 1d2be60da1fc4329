import type { Imprest } from '@pianzhang/contract/imprests'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../platform/ledger/list.ts'
import { BASE, KEY } from './api.ts'

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const createImprest = (body: object, idempotencyKey: string): Promise<Answer<Imprest>> =>
  api.post<Imprest>(BASE, body, { idempotencyKey, handled })
export const updateImprest = (code: string, body: object, idempotencyKey: string): Promise<Answer<Imprest>> =>
  api.put<Imprest>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestImprest = (code: string): Promise<Imprest | undefined> =>
  api.get<Imprest>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
